import type { Expr } from '../ast.ts';
import { shown, wrapped } from './convert.ts';
import { warning } from '../diagnostic.ts';
import type { Diagnostic } from '../diagnostic.ts';
import type { Linted } from './lint.ts';
import { lengthOfTime, looksLikeTime } from './times.ts';
import { isScalar } from '../types/types.ts';

/** `started_at + "1h"` joins two texts, which no comparison of times can use. */
export function* textForTime(linted: Linted): Generator<Diagnostic> {
  for (const node of linted.nodes) {
    if (node.kind !== 'call' || node.name.text !== '_+_') continue;
    const [left, right] = node.args;
    if (left === undefined || right === undefined) continue;
    for (const [time, literal] of [[left, right] as const, [right, left] as const]) {
      const type = linted.typeOf(time);
      const length =
        literal.kind === 'literal' && typeof literal.value === 'string' ? lengthOfTime(literal) : undefined;
      if (length === undefined || time.kind === 'literal' || !isScalar(type, 'string') || !looksLikeTime(time, type))
        continue;
      const other = comparedWith(linted, node);
      const edits = [
        ...wrapped(time, 'timestamp').edits,
        { ...literal.range, text: length },
        ...(other !== undefined && isScalar(linted.typeOf(other), 'string') ? wrapped(other, 'timestamp').edits : []),
      ].toSorted((one, next) => one.start - next.start);
      const text =
        literal === right ? `timestamp(${shown(time)}) + ${length}` : `${length} + timestamp(${shown(time)})`;
      const message = `This joins two texts and does not move a time: write \`${text}\`.`;
      yield warning('text-for-time', message, node.range, { title: `Write \`${text}\``, edits });
    }
  }
}

/** The other side of a comparison. */
function comparedWith({ nodes }: Linted, side: Expr): Expr | undefined {
  for (const node of nodes) {
    if (node.kind !== 'call' || !/^_[<>=!]=?_$/.test(node.name.text)) continue;
    const [left, right] = node.args;
    if (left === side) return right;
    if (right === side) return left;
  }
  return undefined;
}
