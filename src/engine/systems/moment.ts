import type { Decisions } from '../model/decisions.ts';
import type { History, TurnIndex } from '../model/history.ts';
import type { Session, SessionHeader } from '../model/session.ts';
import type { OperationCall } from './machine.ts';

/** After a turn of a session; -1 is the start. */
export interface Moment<Header extends SessionHeader = SessionHeader, Event = unknown> {
  readonly session: Session<Header, Event>;
  readonly history: History;
  readonly turn: TurnIndex;
  readonly decisions: Decisions;
  /** Calls that led here, where someone makes them; a recording has none. */
  readonly calls?: CallsMade;
}

/** Oldest first. */
export interface CallsMade {
  readonly length: number;
  at(index: number): CallMade | undefined;
}

/** A call made in a run. A refused one has no events: nothing but this tells of it. */
export interface CallMade {
  readonly call: OperationCall;
  /** What it came to, in the words of scripts: `{throws: …}` where it was refused. */
  readonly outcome: object;
  /** How many events the session had after it. */
  readonly upTo: number;
}
