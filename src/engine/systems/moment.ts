import type { Decisions } from '../model/decisions.ts';
import type { History, TurnIndex } from '../model/history.ts';
import type { Session, SessionHeader } from '../model/session.ts';
import type { OperationCall } from './machine.ts';

/** A session after a turn; -1 is the initial state. */
export interface Moment<Header extends SessionHeader = SessionHeader, Event = unknown> {
  readonly session: Session<Header, Event>;
  readonly history: History;
  readonly turn: TurnIndex;
  readonly decisions: Decisions;
  /** The calls of a run up to here; a recording has none. */
  readonly calls?: CallsMade;
}

/** Oldest first. */
export interface CallsMade {
  readonly length: number;
  at(index: number): CallMade | undefined;
}

/** A call made in a run. It is the only record of a refused call, which has no events. */
export interface CallMade {
  readonly call: OperationCall;
  /** Its result in the form of scripts: `{throws: …}` when it was refused. */
  readonly outcome: object;
  /** How many events the session had after it. */
  readonly upTo: number;
}
