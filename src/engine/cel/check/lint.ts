import type { Expr } from '../ast.ts';
import type { Diagnostic } from '../diagnostic.ts';
import type { Language } from '../declarations/language.ts';
import { dyn } from '../types/types.ts';
import type { Type } from '../types/types.ts';

/** An expression with its types, for checks of legal code that is probably a mistake. */
export class Linted {
  readonly root: Expr;
  /** Every node, parents before their children. */
  readonly nodes: readonly Expr[];
  readonly language: Language;
  private readonly types: readonly (Type | undefined)[];

  constructor(root: Expr, nodes: readonly Expr[], types: readonly (Type | undefined)[], language: Language) {
    this.root = root;
    this.nodes = nodes;
    this.types = types;
    this.language = language;
  }

  typeOf(expr: Expr): Type {
    return this.types[expr.id] ?? dyn;
  }
}

export type Lint = (linted: Linted) => Iterable<Diagnostic>;

/** Both readings of a comparison with a literal: `x == "a"` and `"a" == x`. */
export function* comparisons(linted: Linted, names: ReadonlySet<string>): Generator<Comparison> {
  for (const node of linted.nodes) {
    if (node.kind !== 'call' || !names.has(node.name.text)) continue;
    const [left, right] = node.args;
    if (left === undefined || right === undefined) continue;
    yield { name: node.name.text, side: left, other: right, turned: false };
    yield { name: node.name.text, side: right, other: left, turned: true };
  }
}

export interface Comparison {
  readonly name: string;
  readonly side: Expr;
  readonly other: Expr;
  /** True when `side` is the right one. */
  readonly turned: boolean;
}
