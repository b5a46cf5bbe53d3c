import type { Expr } from '../ast.ts';
import { childrenOf, walk } from '../walk.ts';

/** The parent of each node. */
export class TreePlace {
  readonly #nodes = new Map<number, Expr>();
  readonly #parents = new Map<number, Expr | null>();

  constructor(root: Expr) {
    for (const { expr, parent } of walk(root)) {
      this.#nodes.set(expr.id, expr);
      this.#parents.set(expr.id, parent);
    }
  }

  node(id: number): Expr | undefined {
    return this.#nodes.get(id);
  }

  parentOf({ id }: Expr): Expr | null {
    return this.#parents.get(id) ?? null;
  }

  /** The whole chain of selections that continues from a node: for `b` in `a.b.c[0]`, up to the index. */
  chainFrom(expr: Expr): readonly Expr[] {
    const chain = [expr];
    for (let parent = this.parentOf(expr); parent !== null; parent = this.parentOf(parent)) {
      const last = chain.at(-1);
      if ((parent.kind !== 'select' && parent.kind !== 'index') || parent.operand !== last) return chain;
      chain.push(parent);
    }
    return chain;
  }

  /**
   * The nearest enclosing part that must be a boolean, so that a guard can precede it; null where a macro computes
   * something else with it.
   */
  clauseAround(expr: Expr, expectsBoolean: boolean): Expr | null {
    let here = expr;
    for (let parent = this.parentOf(here); parent !== null; parent = this.parentOf(here)) {
      if (isTest(parent, here)) return here;
      if (parent.kind === 'macro' && parent.variables.length > 0 && parent.target !== here) return null;
      here = parent;
    }
    return expectsBoolean ? here : null;
  }
}

const testing: ReadonlySet<string> = new Set(['exists', 'all', 'exists_one', 'existsOne', 'filter']);

function isTest(parent: Expr, part: Expr): boolean {
  switch (parent.kind) {
    case 'logic':
      return true;
    case 'conditional':
      return parent.condition === part;
    case 'call':
      return parent.name.text === '!_';
    case 'macro': {
      const isBody = parent.args[0] === part;
      return isBody && (testing.has(parent.macro.text) || (parent.macro.text === 'map' && parent.args.length === 2));
    }
    default:
      return false;
  }
}

/** The other sub-expressions of a node's parent: what the node is compared with, added to, and so on. */
export const siblingsOf = (parent: Expr, part: Expr): readonly Expr[] =>
  childrenOf(parent).filter((one) => one !== part);
