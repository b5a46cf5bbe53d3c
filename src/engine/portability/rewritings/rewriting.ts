import { spliced, textOf } from '../../cel/fixes/splice.ts';
import { parse, walk, type Expr } from '../../cel/index.ts';

/** Another way to write a part of a rule, which more engines accept. It means the same in most rules, not in all. */
export interface Rewriting {
  /** What it does, in a few words, after *The rule …*. */
  readonly title: string;
  /** The text for the place of a node, in parentheses where it needs them; null where there is nothing to rewrite. */
  at(node: Expr, text: string, parent: Expr | null): string | null;
}

/** A rule in which each part that can be rewritten is; null if there is none. */
export function rewrittenEverywhere(text: string, { at }: Rewriting): string | null {
  let now = text;
  for (let change = 0; change < mostChanges; change++) {
    const next = rewrittenOnce(now, at);
    if (next === null || next.length > longestRule) break;
    now = next;
  }
  return now === text ? null : now;
}

const mostChanges = 40;
/** Characters. A rewriting that repeats parts may make a text very long. */
const longestRule = 4_000;

/** The innermost part first: what contains it is then written with the new part. */
function rewrittenOnce(text: string, at: Rewriting['at']): string | null {
  const { expr, problems } = parse(text);
  if (problems.length > 0) return null;
  for (const { expr: node, parent } of [...walk(expr)].toReversed()) {
    const piece = at(node, text, parent);
    if (piece !== null && piece !== textOf(text, node)) return spliced(text, node.range, piece);
  }
  return null;
}

/** Replaces each use of a variable in a part. */
export function substituted(text: string, part: Expr, name: string, piece: string): string {
  const { start } = part.range;
  let made = textOf(text, part);
  const uses = [...walk(part)].filter(({ expr }) => expr.kind === 'ident' && expr.name === name);
  for (const { expr } of uses.toSorted((a, b) => b.expr.range.start - a.expr.range.start))
    made = spliced(made, { start: expr.range.start - start, end: expr.range.end - start }, piece);
  return made;
}

export const uses = (part: Expr, name: string): boolean =>
  [...walk(part)].some(({ expr }) => expr.kind === 'ident' && expr.name === name);
