import type { ActsCompared, BothSides, Totals } from '../engine/compare/totals.ts';
import type { AlignedRow, Alignment } from '../engine/model/alignment.ts';
import type { Decisions } from '../engine/model/decisions.ts';
import type { TurnIndex } from '../engine/model/history.ts';
import type { TextRange } from '../engine/model/problem.ts';
import type { SessionRef } from '../engine/model/session.ts';
import type { Rule } from '../engine/rules/rule.ts';
import type { Changes, TurnRow } from './previews.ts';

/** Two sessions side by side. The shown one is *here*, the other one *there*. */
export interface CompareApi {
  /** Aligns the turns, and adds up both sessions. The alignment has runs of rows, and none of what the turns hold. */
  compare(input: Aligned): Comparison;
  /** The aligned rows `from` up to, not with, `to`. */
  comparedRows(input: Aligned & { readonly from: number; readonly to: number }): readonly ComparedRow[];
  /** At how many rows a rule acts on one side and not on the other. */
  comparedActs(input: Both & OnBoth & { readonly rule: Rule }): ActsCompared;
  /** Differences between all that a rule sees after two turns: `before` is there, `after` here. */
  comparedState(input: Both & OnBoth & { readonly turn: TurnIndex; readonly otherTurn: TurnIndex }): Changes;
}

interface Both {
  readonly session: SessionRef;
  readonly other: SessionRef;
}

/** The decisions for each of the two sessions. */
export interface OnBoth {
  readonly decisions: Decisions;
  readonly otherDecisions: Decisions;
}

/** Two snapshots are compared as the decisions show their states; without, as their recordings determine. */
type Aligned = Both & Partial<OnBoth>;

export interface Comparison {
  readonly alignment: Alignment;
  readonly totals: Totals;
}

export interface ComparedRow extends Pick<AlignedRow, 'kind' | 'differs'> {
  readonly here: TurnRow | null;
  readonly there: TurnRow | null;
  /** What differs in the texts of a pair. */
  readonly texts: readonly ComparedText[];
}

/** A message, an argument or a result that differs. */
export interface ComparedText {
  readonly part: 'message' | 'argument' | 'result';
  /** Of the argument, where it has one. */
  readonly name: string | null;
  /** Null where one side has none. */
  readonly here: MarkedText | null;
  readonly there: MarkedText | null;
}

/** A text from shortly before its first difference. */
export interface MarkedText {
  readonly text: string;
  /** The words that the other side does not have. */
  readonly marks: readonly TextRange[];
  /** Whether something is left out before and after it. */
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

export type { ActsCompared, BothSides, Totals };
