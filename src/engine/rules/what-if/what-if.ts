import type { ValuePreview } from '../../cel/index.ts';
import type { TurnIndex } from '../../model/history.ts';
import type { Path } from '../../model/path.ts';
import type { TextRange } from '../../model/problem.ts';
import type { VerdictCounts, VerdictKind } from '../../model/verdict.ts';
import type { Rule } from '../rule.ts';

/**
 * The answer to one question: what would change a rule's verdicts? Five views give it: `flips` and `misses` change the
 * recording, `fixes` and `thresholds` the rule, and `coverage` counts the parts that decided.
 */
export interface WhatIf<A extends Alternative, P extends RulePart = never> {
  /** Turns that were examined. */
  readonly turns: number;
  /** False where there was too much to try: there may be other alternatives. */
  readonly isWhole: boolean;
  /** The best first; those of `thresholds` ascend. */
  readonly alternatives: readonly A[];
  /** The parts of the rule that the answer is about, in reading order. */
  readonly parts: readonly P[];
  /** What the answer leaves out, in sentences. */
  readonly notes: readonly string[];
}

export type Alternative = OtherValues | NearMiss | OtherRule | OtherNumber;

/** Values of the recording that would reverse the verdict at a turn, all of them together. */
export interface OtherValues {
  readonly kind: 'values';
  readonly turn: TurnIndex;
  readonly values: readonly OtherValue[];
}

/** A turn at which the rule passes and is close to firing. */
export interface NearMiss {
  readonly kind: 'near-miss';
  readonly turn: TurnIndex;
  /** Clauses that would have to be reversed. */
  readonly clauses: number;
  /** The smallest set of values that would make the rule fire; null where none is known. */
  readonly values: readonly OtherValue[] | null;
}

/** A changed rule, with its verdict at the turn in question. */
export interface OtherRule {
  readonly kind: 'rule';
  /** The effect in a few words; code is between backquotes. */
  readonly title: string;
  readonly rule: Rule;
  readonly verdict: VerdictKind;
  /** How many verdicts of the whole session would change. */
  readonly moves: readonly { readonly from: VerdictKind; readonly to: VerdictKind; readonly count: number }[];
}

/** Another number in the place of one in the rule, with the verdicts of the whole session. */
export interface OtherNumber {
  readonly kind: 'number';
  readonly value: number;
  /** The literal as written in the rule. */
  readonly text: string;
  readonly counts: VerdictCounts;
}

/** A value that would have to differ. Offsets are where the rule reads it. */
export interface OtherValue extends RulePart {
  /** Null for a part that is computed. */
  readonly path: Path | null;
  readonly writtenAt: TurnIndex | null;
  /** Null where there is no value now, or none is known. */
  readonly now: ValuePreview | null;
  /** Whether the recording does not say what the value is now. */
  readonly isUnknown: boolean;
  /** How the value differs from `wanted`, such as `more than 1000`; null where the value itself shows it. */
  readonly because: string | null;
  /** `1000 or less` */
  readonly wanted: string;
  /** One value that would be enough; null to remove the value. */
  readonly to: ValuePreview | null;
}

/** A part of a rule, as a user would write it. */
export interface RulePart extends TextRange {
  readonly text: string;
}

export interface Flips extends WhatIf<OtherValues> {
  /** The verdict that each of the changes would reverse. */
  readonly verdict: 'pass' | 'fire';
}
/** What a rule that allows, and is false at a turn, needs there. */
export type WouldAllow =
  /** Nothing: other rules that allow, by their titles, are true there. */
  | { readonly kind: 'allowed'; readonly by: readonly string[] }
  /** Values with which it would be true, and the policy as a whole would allow the call. */
  | (WhatIf<OtherValues> & { readonly kind: 'changes' });
export type Misses = WhatIf<NearMiss>;
export type Fixes = WhatIf<OtherRule, FailedPart>;
export interface Thresholds extends WhatIf<OtherNumber, NumberLiteral> {
  /** Values of the recording that the number is compared with, ascending; of very many, a sample. */
  readonly recorded: readonly number[];
}
export type Coverage = WhatIf<never, Clause>;

/** The part that failed. */
export interface FailedPart extends RulePart {
  /** Turns at which it fails in the same way, and the first of them. */
  readonly failing: number;
  readonly first: TurnIndex;
}

/** A number literal in a rule, which can be replaced by another one. */
export interface NumberLiteral extends RulePart {
  readonly kind: 'int' | 'uint' | 'double';
  readonly value: number;
  /** Set where it is one side of a comparison that runs once a turn: then one sweep covers every value. */
  readonly comparison: Comparison | null;
}

export interface Comparison extends TextRange {
  /** With the literal on the right: `1000 >= x` is `x <= 1000`. */
  readonly operator: Operator;
  /** What the literal is compared with. */
  readonly other: TextRange;
}

export type Operator = '<' | '<=' | '>' | '>=' | '==' | '!=';

/** A part of a rule that is true or false. */
export interface Clause extends RulePart {
  /** How many clauses contain it. */
  readonly depth: number;
  /** A clause within a macro counts once a turn, with the result of the deciding element, or else of the last one. */
  readonly inMacro: boolean;
  readonly counts: ClauseCounts;
}

/**
 * The counts sum up to the number of turns. `never`: the clause was not evaluated, because other clauses had decided.
 */
export interface ClauseCounts {
  readonly true: number;
  readonly false: number;
  readonly error: number;
  readonly unknown: number;
  readonly never: number;
}
