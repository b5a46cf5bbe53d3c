import type { TurnIndex } from '../../engine/model/history.ts';
import type { LiveFires, LiveReport, ReadableHandle } from '../../worker/live-protocol.ts';
import type { Opened, SourceId } from '../../worker/protocol.ts';
import type { Change } from './change.ts';
import { type CursorView, moved, startCursor } from './cursor.ts';
import type { RuleView } from './rule.ts';

/** Which session is shown. A sample is named by its own id, because a link to it must open on another machine. */
export type SessionChoice =
  | { readonly kind: 'sample'; readonly sample: string; readonly entry: number }
  | { readonly kind: 'source'; readonly source: SourceId; readonly entry: number };

/** Two sessions that are compared. */
export type SessionPair = readonly [SessionChoice, SessionChoice];

/** A text from the user: pasted, dropped or picked. */
export interface OpenSource {
  readonly name: string;
  readonly opened: Opened;
  /** The id of its record, if it is kept on this device. */
  readonly kept?: string;
  /** A run that holds only what the user wrote: it is kept as rules are. */
  readonly isOwn?: true;
  /** The id of its file in the backtest, if it came from there. */
  readonly recording?: string;
  /** Reads its file again as it grows, where the browser lets the page do so. */
  readonly handle?: ReadableHandle;
  /** Set while records are still arriving. */
  readonly live?: LiveReport;
  /** How many fires of watched rules the user has looked at. */
  readonly seenFires?: number;
}

/** A session with the place in it where it is shown first. */
export type Opening = Pick<SessionsView, 'session'> & Pick<CursorView, 'turn'> & Partial<Pick<CursorView, 'filter'>>;

/** The open texts, and the session that is shown. */
export interface SessionsView {
  /** Null means the first sample. */
  readonly session: SessionChoice | null;
  /** The session that the user has chosen meanwhile: nothing on the page changes until it is open. */
  readonly opening: Opening | null;
  readonly sources: readonly OpenSource[];
  /** The packed session of the link that the page was opened with. */
  readonly linkedSession: string | null;
  /** The open policy, or the rule in the editor, is judged at each new turn of the live sessions. */
  readonly isWatching: boolean;
}

export interface SessionsActions {
  /** Shows a session as soon as it is open; at `turn`, or where it begins. */
  chooseSession(session: SessionChoice, turn?: TurnIndex): void;
  /** Shows what was chosen last: it is open now, or cannot be opened. */
  showOpened(): void;
  /** Adds a text to the list and shows its first session. */
  addSource(source: OpenSource, turn?: TurnIndex): void;
  /** Adds a live session to the list, or updates it; `choose` also shows it as soon as there is something to show. */
  updateLive(source: OpenSource, how: 'add' | 'choose' | 'keep'): void;
  /** If it is shown, the one after it in the list is shown instead, or the one before it; without any, a sample. */
  removeSource(source: SourceId): void;
  /** An open source takes the place of another one, which is removed: where that is shown, compared or kept, this one is. */
  replaceSource(source: SourceId, by: Opened): void;
  /** Puts a removed source back at its place in the list; `shown` is what was on the screen if it was shown. */
  putBack(source: OpenSource, at: number, shown: Opening | null): void;
  /** `kept` is the id of its record; null if it is kept no more. */
  markKept(source: SourceId, kept: string | null): void;
  watchLive(isWatching: boolean): void;
  /** The user looks at a live session: what fired in it is no longer new. */
  lookAtFires(source: SourceId): void;
}

export const startSessions: SessionsView = {
  session: null,
  opening: null,
  sources: [],
  linkedSession: null,
  isWatching: false,
};

/** The session that the user chose last, which may not be open yet. */
export const chosenSession = ({ session, opening }: Pick<SessionsView, 'session' | 'opening'>): SessionChoice | null =>
  opening === null ? session : opening.session;

/** Reset when another session is chosen. The rule stays, so that it can be tried on several sessions. */
const freshSession = { ...startCursor, trial: null };

export const sessionsActions = (
  set: Change<SessionsView & CursorView & Pick<RuleView, 'trial'> & { readonly compared: SessionPair | null }>,
): SessionsActions => ({
  chooseSession: (session, turn) =>
    set((view) => {
      if (sameSession(view.session, session)) return { opening: null, ...(turn !== undefined && moved(view, turn)) };
      if (turn === undefined && sameSession(chosenSession(view), session)) return {};
      return { opening: { session, turn: turn ?? startIn(view.sources, session) } };
    }),
  showOpened: () => set(({ opening }) => (opening === null ? {} : shownNow(opening))),
  addSource: (source, turn) =>
    set((view) => ({
      sources: [...view.sources.filter((other) => other.opened.source !== source.opened.source), source],
      opening: { session: { kind: 'source', source: source.opened.source, entry: 0 }, turn: turn ?? null },
    })),
  updateLive: (source, how) =>
    set((view) => {
      const { sources } = view;
      const { source: id, sessions } = source.opened;
      const before = sources.find(({ opened }) => opened.source === id);
      const isFirst = (before?.opened.sessions.length ?? 0) === 0 && sessions.length > 0;
      return {
        // One that was removed meanwhile stays removed.
        sources:
          how === 'add' ? [...sources, source] : sources.map((one) => (one === before ? updated(one, source) : one)),
        ...(isFirst &&
          how === 'choose' &&
          !isOf(chosenSession(view), id) && {
            opening: { session: { kind: 'source', source: id, entry: 0 }, turn: 'newest' },
          }),
      };
    }),
  markKept: (source, kept) =>
    set(({ sources }) => ({
      sources: sources.map((one) => {
        if (one.opened.source !== source) return one;
        const { kept: _before, ...plain } = one;
        return kept === null ? plain : { ...plain, kept };
      }),
    })),
  watchLive: (isWatching) => set({ isWatching }),
  lookAtFires: (source) =>
    set(({ sources }) => ({
      sources: sources.map((one) =>
        one.opened.source === source && unseenFires(one) > 0 ? { ...one, seenFires: one.live?.fires.total ?? 0 } : one,
      ),
    })),
  removeSource: (source) =>
    set((view) => {
      const at = view.sources.findIndex(({ opened }) => opened.source === source);
      const sources = view.sources.filter((other) => other.opened.source !== source);
      const opening = view.opening === null || isOf(view.opening.session, source) ? null : view.opening;
      if (!isOf(view.session, source)) return { sources, opening };
      if (opening !== null) return { sources, ...shownNow(opening) };
      const beside = sources[Math.min(at, sources.length - 1)];
      if (beside === undefined) return { sources, ...shownNow({ session: null, turn: null }) };
      const session = { kind: 'source', source: beside.opened.source, entry: 0 } as const;
      return { sources, ...shownNow({ session, turn: startIn(sources, session) }) };
    }),
  replaceSource: (source, by) =>
    set((view) => {
      const instead = (choice: SessionChoice): SessionChoice =>
        isOf(choice, source)
          ? { kind: 'source', source: by.source, entry: Math.min(choice.entry, by.sessions.length - 1) }
          : choice;
      const kept = view.sources.find(({ opened }) => opened.source === source)?.kept;
      const sources = view.sources
        .filter(({ opened }) => opened.source !== source)
        .map((one) => (one.opened.source === by.source && kept !== undefined ? { ...one, kept } : one));
      const { session, opening, compared } = view;
      const shown = session !== null && isOf(session, source) ? instead(session) : null;
      const [one, other] = compared?.map(instead) ?? [];
      return {
        sources,
        ...(one !== undefined && other !== undefined && { compared: sameSession(one, other) ? null : [one, other] }),
        ...(shown !== null && { session: shown, ...freshSession, turn: startIn(sources, shown) }),
        opening: opening?.session == null ? opening : { ...opening, session: instead(opening.session) },
      };
    }),
  putBack: (source, at, shown) =>
    set(({ sources }) => ({ sources: sources.toSpliced(at, 0, source), ...(shown !== null && { opening: shown }) })),
});

const shownNow = (place: Opening) => ({ ...freshSession, ...place, opening: null });

/** A session that still grows is followed from the start. */
const startIn = (sources: readonly OpenSource[], choice: SessionChoice): CursorView['turn'] =>
  sources.some(({ opened, live }) => isGrowing(live) && isOf(choice, opened.source)) ? 'newest' : null;

function updated(known: OpenSource, source: OpenSource): OpenSource {
  const { live: before, seenFires = 0 } = known;
  const { live } = source;
  if (live === undefined) return source;
  const fires = before !== undefined && sameFires(before.fires, live.fires) ? before.fires : live.fires;
  // A worker that died counts from the start again.
  return { ...known, ...source, live: { ...live, fires }, seenFires: Math.min(seenFires, fires.total) };
}

/** Whether the turns need not be drawn again. */
const sameFires = (a: LiveFires, b: LiveFires): boolean =>
  a.total === b.total && a.latest.every(({ turn }, index) => turn === b.latest[index]?.turn);

export const unseenFires = ({ live, seenFires = 0 }: OpenSource): number =>
  Math.max(0, (live?.fires.total ?? 0) - seenFires);

export const isGrowing = (live: LiveReport | undefined): live is LiveReport =>
  live !== undefined && live.state !== 'ended';

export const hasGrowing = ({ sources }: SessionsView): boolean => sources.some(({ live }) => isGrowing(live));

const isOf = (choice: SessionChoice | null, source: SourceId): boolean =>
  choice?.kind === 'source' && choice.source === source;

export function sameSession(a: SessionChoice | null, b: SessionChoice | null): boolean {
  if (a === null || b === null) return a === b;
  if (a.kind === 'sample') return b.kind === 'sample' && a.sample === b.sample && a.entry === b.entry;
  return b.kind === 'source' && a.source === b.source && a.entry === b.entry;
}
