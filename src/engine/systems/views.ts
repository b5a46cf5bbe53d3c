import type { Decisions } from '../model/decisions.ts';
import type { History, TurnIndex } from '../model/history.ts';
import type { Session, SessionHeader } from '../model/session.ts';
import type { Artifacts } from './a2a/views/artifacts.ts';
import type { Sharing } from './adk/sharing/sharing.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { OperationCall } from './machine.ts';
import type { AskedItems, LoggedItems } from './noetic/views/logged-items.ts';
import type { AskedChannel, ShownChannels } from './noetic/views/shown-channels.ts';
import type { AskedLayers, ShownLayers } from './noetic/views/shown-layers.ts';
import type { Namespaces, NamespacesShown } from './voice/views/namespaces.ts';
import type { Templates, TemplatesShown } from './voice/views/templates.ts';

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

/**
 * What a system shows of itself beside its turns. A system has those that fit it; the page offers just these. What
 * crosses to the page is plain data, cut to what a screen takes; an answer with long lists in it is asked for their windows.
 */
export interface SystemViews<Header extends SessionHeader = SessionHeader, Event = unknown> {
  /** The states that the system knows, the way that was taken through them, and the moves that are allowed now. */
  lifecycle?(at: Moment<Header, Event>): Lifecycle;
  /** What agents have made, chunk by chunk. */
  artifacts?(at: Moment<Header, Event>): Artifacts;
  /** Which derived contexts hold the very same state, and who wrote each of its keys. */
  sharing?(at: Moment<Header, Event>): Sharing;
  /** What a call's namespaces hold, and who wrote it when. */
  namespaces?(at: Moment<Header, Event>, shown: NamespacesShown): Namespaces;
  /** Texts with placeholders, and one of them filled. */
  templates?(at: Moment<Header, Event>, shown: TemplatesShown): Templates;
  /** The items of one context's log, and what each holds. */
  itemLog?(at: Moment<Header, Event>, asked: AskedItems): LoggedItems;
  /** What channels hold, who waits at them, and what happened there. */
  channels?(at: Moment<Header, Event>, asked: AskedChannel): ShownChannels;
  /** Memory layers, and how the windows of model calls were made up. */
  layers?(at: Moment<Header, Event>, asked: AskedLayers): ShownLayers;
}

export type ViewId = keyof SystemViews;
