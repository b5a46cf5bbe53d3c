import type { Decisions, GivenTexts } from '../engine/model/decisions.ts';
import type { TurnIndex } from '../engine/model/history.ts';
import type { ReadingPart } from '../engine/cel/reading/reading.ts';
import type { Problem, TextRange } from '../engine/model/problem.ts';
import type { SessionRef } from '../engine/model/session.ts';
import type { Rule } from '../engine/rules/rule.ts';

/** Help while the user writes a rule, beside completions and hovers. Offsets are UTF-16 units of the expression. */
export interface WritingApi {
  /** The call that is being written at an offset; null where there is none. */
  signature(input: {
    readonly session: SessionRef;
    readonly rule: Rule;
    readonly offset: number;
    readonly decisions: Decisions;
  }): SignatureHelp | null;
  /** The values of the paths of a rule at a turn, each with the offset behind which it is shown. */
  inlineValues(input: {
    readonly session: SessionRef;
    readonly rule: Rule;
    readonly turn: TurnIndex;
    readonly decisions: Decisions;
  }): readonly InlineValue[];
  /** The name bound by a macro at an offset, with all its places; null where there is none. */
  binding(input: { readonly expression: string; readonly offset: number }): Binding | null;
  /** The places of a renamed name; a problem when the new name would change the meaning of the rule. */
  renameBinding(input: {
    readonly session: SessionRef;
    readonly rule: Rule;
    readonly offset: number;
    readonly to: string;
    readonly decisions: Decisions;
  }): readonly TextRange[];
  /** The expression in its usual form; null for one that does not parse. */
  format(input: { readonly expression: string }): string | null;
  /** What is wrong with a text that gives what no recording has; null for one that can be used. */
  checkGiven(input: { readonly kind: keyof GivenTexts; readonly text: string }): Problem | null;
  /** The rule in plain words; null where they say no better than the expression. */
  reading(input: {
    readonly rule: Rule;
    /** Its verdicts say that it computes a value. */
    readonly computes: boolean;
  }): readonly ReadingPart[] | null;
}

export interface SignatureHelp {
  readonly signatures: readonly {
    readonly label: string;
    readonly about: string;
    readonly parameters: readonly { readonly range: TextRange; readonly about: string }[];
  }[];
  /** Index of the overload that fits the text so far. */
  readonly active: number;
  /** Index of the argument at the cursor, from 0. */
  readonly parameter: number;
}

export interface InlineValue {
  readonly at: number;
  readonly text: string;
}

export interface Binding {
  readonly name: string;
  /** The binding first, then the uses. */
  readonly places: readonly TextRange[];
}
