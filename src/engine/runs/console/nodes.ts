import type { TextRange } from '../../model/problem.ts';
import type { Value } from '../../model/value.ts';

/** An expression in the text. `js`: in JavaScript's spelling, where that makes a difference. */
export type Expression = TextRange & ExpressionKind;

type ExpressionKind =
  | { readonly kind: 'literal'; readonly value: Value }
  | { readonly kind: 'name'; readonly name: string }
  /** Texts and expressions by turns. */
  | { readonly kind: 'template'; readonly parts: readonly (string | Expression)[]; readonly js: boolean }
  | { readonly kind: 'list'; readonly items: readonly Argument[] }
  /** Null as a key: the object that is spread. */
  | { readonly kind: 'map'; readonly entries: readonly (readonly [Expression | null, Expression])[] }
  | { readonly kind: 'property'; readonly of: Expression; readonly name: string; readonly isMaybe: boolean }
  | { readonly kind: 'index'; readonly of: Expression; readonly index: Expression }
  /** `list[+]`: behind the end of a list. */
  | { readonly kind: 'end-of'; readonly of: Expression }
  | { readonly kind: 'call'; readonly of: Expression; readonly args: readonly Argument[] }
  | { readonly kind: 'unary'; readonly operator: 'not' | '-' | '+'; readonly of: Expression; readonly js: boolean }
  | {
      readonly kind: 'binary';
      readonly operator: Operator;
      readonly left: Expression;
      readonly right: Expression;
      readonly js: boolean;
    }
  | {
      readonly kind: 'choice';
      readonly test: Expression;
      readonly yes: Expression;
      readonly no: Expression;
      readonly js: boolean;
    };

export type Operator =
  | 'or'
  | 'and'
  | '??'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'in'
  | 'not in'
  | 'is'
  | 'is not'
  | '+'
  | '-'
  | '*'
  | '/'
  | '%';

export interface Argument extends TextRange {
  /** Null for a positional one. */
  readonly name: string | null;
  readonly value: Expression;
  readonly isSpread: boolean;
}

export type Statement = TextRange &
  (
    | { readonly kind: 'expression'; readonly value: Expression }
    | { readonly kind: 'assignment'; readonly target: Expression; readonly value: Expression }
    | { readonly kind: 'deletion'; readonly target: Expression }
    | {
        readonly kind: 'if';
        readonly test: Expression;
        readonly js: boolean;
        readonly yes: readonly Statement[];
        readonly no: readonly Statement[];
      }
    | { readonly kind: 'return'; readonly value: Expression | null }
    /** Words for a type checker or a loader: `names` are promised to be there. */
    | { readonly kind: 'declaration'; readonly names: readonly string[] }
    | { readonly kind: 'import'; readonly module: string; readonly names: readonly string[] }
    | { readonly kind: 'pass' }
  );
