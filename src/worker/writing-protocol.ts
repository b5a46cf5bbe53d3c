import type { Decisions } from '../engine/model/decisions.ts';
import type { TurnIndex } from '../engine/model/history.ts';
import type { TextRange } from '../engine/model/problem.ts';
import type { SessionRef } from '../engine/model/session.ts';
import type { Rule } from '../engine/rules/rule.ts';

/** Help for whoever writes a rule, beside completions and hovers. Offsets are UTF-16 units of the expression. */
export interface WritingApi {
  /** The call that is being written at an offset; null where there is none. */
  signature(input: {
    readonly session: SessionRef;
    readonly rule: Rule;
    readonly offset: number;
    readonly decisions: Decisions;
  }): SignatureHelp | null;
  /** What the paths of a rule hold at a turn, each with the place behind which it is to be shown. */
  inlineValues(input: {
    readonly session: SessionRef;
    readonly rule: Rule;
    readonly turn: TurnIndex;
    readonly decisions: Decisions;
  }): readonly InlineValue[];
  /** The name bound by a macro at an offset, with all its places; null where there is none. */
  binding(input: { readonly expression: string; readonly offset: number }): Binding | null;
  /** The places at which to write another name; a problem where that would change what the rule means. */
  renameBinding(input: {
    readonly session: SessionRef;
    readonly rule: Rule;
    readonly offset: number;
    readonly to: string;
    readonly decisions: Decisions;
  }): readonly TextRange[];
  /** The expression in its usual form; null for one that does not parse. */
  format(input: { readonly expression: string }): string | null;
}

export interface SignatureHelp {
  readonly signatures: readonly {
    readonly label: string;
    readonly about: string;
    readonly parameters: readonly { readonly range: TextRange; readonly about: string }[];
  }[];
  /** Which of them fits what is written so far. */
  readonly active: number;
  /** Which argument is being written, from 0. */
  readonly parameter: number;
}

export interface InlineValue {
  readonly at: number;
  readonly text: string;
}

export interface Binding {
  readonly name: string;
  /** First where it is bound, then where it is used. */
  readonly places: readonly TextRange[];
}
