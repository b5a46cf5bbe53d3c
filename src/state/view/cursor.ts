import type { TurnIndex } from '../../engine/model/history.ts';
import type { Path } from '../../engine/model/path.ts';
import type { WrittenCall } from '../../worker/run-protocol.ts';
import type { DecisionCell } from '../decisionDiff.ts';
import type { Change } from './change.ts';

/** The place in the shown session, and what the user looks for in it. Another session begins with `startCursor`. */
export interface CursorView {
  /**
   * Null until the user moves it: then it is at the first turn where the suggested rule fires. Read it through
   * `useCursor`.
   */
  readonly turn: TurnIndex | null;
  /** A path in the context state that every panel highlights. */
  readonly path: Path | null;
  /** A CEL expression that selects turns in the grid; empty for all turns. */
  readonly filter: string;
  /** The pair of verdicts whose turns *next hit* visits; null for turns that fire. */
  readonly walk: DecisionCell | null;
  /** A call that a panel suggests for the run; the run's panel takes it over. */
  readonly call: WrittenCall | null;
}

export interface CursorActions {
  moveCursor(turn: TurnIndex): void;
  focusPath(path: Path | null): void;
  setFilter(filter: string): void;
  walkThrough(walk: DecisionCell | null): void;
  proposeCall(call: WrittenCall | null): void;
}

export const startCursor: CursorView = { turn: null, path: null, filter: '', walk: null, call: null };

export const cursorActions = (set: Change<CursorView>): CursorActions => ({
  moveCursor: (turn) => set({ turn: Math.max(0, turn) }),
  focusPath: (path) => set({ path }),
  setFilter: (filter) => set({ filter }),
  walkThrough: (walk) => set({ walk }),
  proposeCall: (call) => set({ call }),
});
