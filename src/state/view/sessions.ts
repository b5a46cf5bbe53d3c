import type { Opened, SourceId } from '../../worker/protocol.ts';
import type { Change } from './change.ts';
import { type CursorView, startCursor } from './cursor.ts';
import type { RuleView } from './rule.ts';

/** Which session is shown. A sample is named by its own id, because a link to it must open on another machine. */
export type SessionChoice =
  | { readonly kind: 'sample'; readonly sample: string; readonly entry: number }
  | { readonly kind: 'source'; readonly source: SourceId; readonly entry: number };

/** A text from the user: pasted, dropped or picked. */
export interface OpenSource {
  readonly name: string;
  readonly opened: Opened;
  /** The id of its file in the backtest, if it came from there. */
  readonly recording?: string;
}

/** The open texts, and the session that is shown. */
export interface SessionsView {
  /** Null means the first sample. */
  readonly session: SessionChoice | null;
  readonly sources: readonly OpenSource[];
}

export interface SessionsActions {
  chooseSession(session: SessionChoice): void;
  addSource(source: OpenSource): void;
  removeSource(source: SourceId): void;
}

export const startSessions: SessionsView = { session: null, sources: [] };

/** Reset when another session is chosen. The rule stays, so that it can be tried on several sessions. */
const freshSession = { ...startCursor, trial: null };

export const sessionsActions = (set: Change<SessionsView & CursorView & Pick<RuleView, 'trial'>>): SessionsActions => ({
  chooseSession: (session) => set((view) => (sameSession(view.session, session) ? view : { session, ...freshSession })),
  addSource: (source) =>
    set((view) => ({
      sources: [...view.sources.filter((other) => other.opened.source !== source.opened.source), source],
      session: { kind: 'source', source: source.opened.source, entry: 0 },
      ...freshSession,
    })),
  removeSource: (source) =>
    set((view) => {
      const sources = view.sources.filter((other) => other.opened.source !== source);
      const shown = view.session?.kind === 'source' && view.session.source === source;
      return shown ? { sources, session: null, ...freshSession } : { sources };
    }),
});

export function sameSession(a: SessionChoice | null, b: SessionChoice | null): boolean {
  if (a === null || b === null) return a === b;
  if (a.kind === 'sample') return b.kind === 'sample' && a.sample === b.sample && a.entry === b.entry;
  return b.kind === 'source' && a.source === b.source && a.entry === b.entry;
}
