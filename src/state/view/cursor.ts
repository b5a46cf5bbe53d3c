import type { TurnIndex } from '../../engine/model/history.ts';
import type { Path } from '../../engine/model/path.ts';
import type { WrittenCall } from '../../worker/run-protocol.ts';
import type { DecisionCell } from '../decisionDiff.ts';
import { type Sight, type TurnRange, withTurn } from '../sight.ts';
import type { Change } from './change.ts';

/** The place in the shown session, and what the user looks for in it. Another session begins with `startCursor`. */
export interface CursorView {
  /**
   * Null until the user moves it: then it is at the first turn where the suggested rule fires. `newest` follows a
   * session that grows. Read it through `useCursor`.
   */
  readonly turn: TurnIndex | 'newest' | null;
  /** Null while the newest turn of a live session is in sight, and in every other session. */
  readonly away: Away | null;
  /** The panels stay at the turns that a live session had, although it grows. */
  readonly isPaused: boolean;
  /** A path in the context state that every panel highlights. */
  readonly path: Path | null;
  /** A CEL expression that selects turns in the grid; empty for all turns. */
  readonly filter: string;
  /** The pair of verdicts whose turns *next hit* visits; null for turns that fire. */
  readonly walk: DecisionCell | null;
  /** The part of the session that the timeline shows; null for all of it. */
  readonly sight: Sight | null;
  /** Selected turns: counts and the transcript are of them alone. Null for all turns. */
  readonly range: TurnRange | null;
  /** A call that a panel suggests for the run; the run's panel takes it over. */
  readonly call: WrittenCall | null;
}

/** The user has left the newest turn of a live session. */
export interface Away {
  /** Number of turns that the user has seen. */
  readonly seen: number;
  /** The user scrolled away, and the cursor is still at the turn that was the newest. */
  readonly hasScrolled: boolean;
}

/** A session before it grew, and where the cursor was in it. */
export interface Grown {
  readonly turns: number;
  readonly cursor: TurnIndex;
  /** Where that turn is now. */
  readonly movedTo: TurnIndex;
}

export interface CursorActions {
  moveCursor(turn: TurnIndex): void;
  /** Moves the cursor to the newest turn and keeps it there while the session grows. */
  followNewest(): void;
  pauseView(isPaused: boolean): void;
  /** The shown session has grown: the cursor stays at the newest turn, or at the turn that the user looks at. */
  sessionGrew(grown: Grown): void;
  /** The user scrolled in the turns of a live session. */
  scrollTurns(isEndInSight: boolean, at: { readonly turns: number; readonly cursor: TurnIndex }): void;
  focusPath(path: Path | null): void;
  setFilter(filter: string): void;
  walkThrough(walk: DecisionCell | null): void;
  lookAt(sight: Sight | null): void;
  selectTurns(range: TurnRange | null): void;
  proposeCall(call: WrittenCall | null): void;
}

export const startCursor: CursorView = {
  turn: null,
  away: null,
  isPaused: false,
  path: null,
  filter: '',
  walk: null,
  sight: null,
  range: null,
  call: null,
};

export const moved = ({ away, sight }: Pick<CursorView, 'away' | 'sight'>, turn: TurnIndex) => ({
  turn: Math.max(0, turn),
  sight: sight && withTurn(sight, turn),
  away: away && { seen: Math.max(away.seen, turn + 1), hasScrolled: false },
});

export const cursorActions = (set: Change<CursorView>): CursorActions => ({
  moveCursor: (turn) => set((view) => moved(view, turn)),
  followNewest: () => set({ turn: 'newest', away: null, isPaused: false }),
  pauseView: (isPaused) => set({ isPaused }),
  sessionGrew: ({ turns, cursor, movedTo }) =>
    set(({ turn, away }) => {
      if (turn === 'newest') return {};
      if (cursor >= turns - 1 && away?.hasScrolled !== true) return { turn: 'newest', away: null };
      return { turn: movedTo, away: away ?? { seen: turns, hasScrolled: false } };
    }),
  scrollTurns: (isEndInSight, { turns, cursor }) =>
    set(({ turn, away }) => {
      if (isEndInSight) return { away: away && { seen: turns, hasScrolled: false } };
      const wasAtEnd = turn === 'newest' || cursor === turns - 1;
      return wasAtEnd ? { turn: cursor, away: { seen: turns, hasScrolled: true } } : {};
    }),
  focusPath: (path) => set({ path }),
  setFilter: (filter) => set({ filter }),
  walkThrough: (walk) => set({ walk }),
  lookAt: (sight) => set({ sight }),
  selectTurns: (range) => set({ range }),
  proposeCall: (call) => set({ call }),
});
