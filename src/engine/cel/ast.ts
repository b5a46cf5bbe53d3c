import type { TextRange } from '../model/problem.ts';
import type { Value } from '../model/value.ts';

/**
 * A parsed expression. Macros stay macros (they are not expanded into comprehensions as in `cel.expr.Expr`), so that
 * they can be explained element by element and folded over growing lists.
 */
export type Expr =
  | Literal
  | Ident
  | Select
  | Index
  | Call
  | Logic
  | Conditional
  | ListExpr
  | MapExpr
  | StructExpr
  | Macro
  | Broken;

interface Node {
  /** Unique within one parse, dense from 0, so that arrays indexed by id can hold data about nodes. */
  readonly id: number;
  /** The node's whole text, without parentheses around it. */
  readonly range: TextRange;
}

/** A name with its place in the text. */
export interface Name {
  readonly text: string;
  readonly range: TextRange;
}

export interface Literal extends Node {
  readonly kind: 'literal';
  readonly value: Value;
}

export interface Ident extends Node {
  readonly kind: 'ident';
  readonly name: string;
  /** Written with a leading dot: resolved from the root, past any container. */
  readonly absolute: boolean;
}

/** `operand.field`, `` operand.`field-name` ``, `operand.?field`. */
export interface Select extends Node {
  readonly kind: 'select';
  readonly operand: Expr;
  readonly field: Name;
  readonly optional: boolean;
}

/** `operand[index]`, `operand[?index]`. */
export interface Index extends Node {
  readonly kind: 'index';
  readonly operand: Expr;
  readonly index: Expr;
  readonly optional: boolean;
}

/** A function, a method (`target` is set), or an operator under CEL's own name: `_+_`, `_==_`, `@in`, `!_`, `-_`. */
export interface Call extends Node {
  readonly kind: 'call';
  readonly name: Name;
  readonly target: Expr | null;
  readonly args: readonly Expr[];
}

/** A whole chain of `&&` or of `||`: flat, because each operand is a clause of its own. */
export interface Logic extends Node {
  readonly kind: 'logic';
  readonly operator: '&&' | '||';
  readonly operands: readonly Expr[];
}

export interface Conditional extends Node {
  readonly kind: 'conditional';
  readonly condition: Expr;
  readonly then: Expr;
  readonly otherwise: Expr;
}

export interface ListExpr extends Node {
  readonly kind: 'list';
  readonly elements: readonly { readonly value: Expr; readonly optional: boolean }[];
}

export interface MapExpr extends Node {
  readonly kind: 'map';
  readonly entries: readonly { readonly key: Expr; readonly value: Expr; readonly optional: boolean }[];
}

/** `Type{field: value}`. Parsed so that a sentence can refuse it: the engine has no protobuf messages. */
export interface StructExpr extends Node {
  readonly kind: 'struct';
  readonly type: Name;
  readonly fields: readonly { readonly name: Name; readonly value: Expr; readonly optional: boolean }[];
}

/**
 * `has(e.f)`, `list.all(x, p)`, `list.map(x, p, t)`, `cel.bind(x, v, e)`, `opt.optMap(x, e)`, … `target` is null for
 * `has` and `cel.bind`; `variables` are the bound names; `args` are the arguments after them.
 */
export interface Macro extends Node {
  readonly kind: 'macro';
  readonly macro: Name;
  readonly target: Expr | null;
  readonly variables: readonly Name[];
  readonly args: readonly Expr[];
}

/** The place where the parser could not continue: text that the user has yet to type. */
export interface Broken extends Node {
  readonly kind: 'broken';
}
