import type { Expr } from '../ast.ts';
import type { Finding } from './findings.ts';
import { placeOf } from './tree.ts';
import { walk } from '../walk.ts';

/**
 * Whether the expression asks for a key before it relies on it, with `has(a.b)`, `"b" in a` or `a.?b`. Then a key
 * that this session lacks is expected, and not worth a warning.
 */
export function guardedPlaces(root: Expr): ReadonlySet<string> {
  const guarded = new Set<string>();
  for (const { expr } of walk(root)) {
    const place = guardedBy(expr);
    if (place !== undefined) guarded.add(place);
  }
  return guarded;
}

function guardedBy(expr: Expr): string | undefined {
  if (expr.kind === 'macro' && expr.macro.text === 'has') return expr.args[0] && placeOf(expr.args[0]);
  if ((expr.kind === 'select' || expr.kind === 'index') && expr.optional) return placeOf(expr);
  if (expr.kind !== 'call' || expr.name.text !== '@in') return undefined;
  const [key, map] = expr.args;
  if (key === undefined || map === undefined || key.kind !== 'literal') return undefined;
  return placeOf({ kind: 'index', id: -1, range: expr.range, operand: map, index: key, optional: false });
}

export function isGuarded(finding: Finding, guarded: ReadonlySet<string>): boolean {
  if (finding.kind !== 'no-key') return false;
  const place = placeOf(finding.access);
  return place !== undefined && guarded.has(place);
}
