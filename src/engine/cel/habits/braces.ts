import type { Diagnostic } from '../diagnostic.ts';
import { instead, without } from './habit.ts';
import type { Source } from './source.ts';

/** `{{ x }}`, `${x}`, `${{ x }}`, `#{x}`, `{x}`, `$x`: placeholders of template languages. */
export function* braces(source: Source): Generator<Diagnostic> {
  for (const [index, piece] of source.pieces.entries()) {
    const next = source.pieces[index + 1];
    if (piece.text === '$' && next?.kind === 'word' && next.start === piece.end) {
      const part = source.range(index, index + 1);
      yield instead(source, {
        range: piece,
        seen: 'CEL has no `$` before a name',
        part,
        edits: [without(source, piece)],
      });
    }
    const closed = source.partner(index);
    if (closed === undefined || closed < index || !piece.text.endsWith('{')) continue;
    const isDouble = next?.text === '{' && source.partner(index + 1) === closed - 1;
    const inner = isDouble ? index + 1 : index;
    const isTemplate = isDouble || piece.text !== '{';
    if (isTemplate ? false : !isOneValue(source, index, closed)) continue;
    const outer = isDouble && source.is(index - 1, '${') ? index - 1 : index;
    const part = source.range(outer, closed);
    const [opening, closing] = [source.range(outer, inner), source.range(isDouble ? closed - 1 : closed, closed)];
    const sign = source.slice(outer, inner).replaceAll(/\s/g, '');
    const last = source.operandAfter(inner, 'condition');
    if (last === inner) continue;
    const isAlone = outer === 0 && closed === source.pieces.length - 1;
    const isGrouped = isAlone || source.operandAfter(inner, 'member') >= (isDouble ? closed - 2 : closed - 1);
    const edits = isGrouped
      ? [without(source, opening), before(source, closing)]
      : [
          { ...opening, text: '(' },
          { ...closing, text: ')' },
        ];
    yield instead(source, { range: opening, seen: `CEL has no \`${sign}\` around a value`, part, edits });
  }
}

/** `{input.amount}`: the braces contain no key, and no message name precedes them. */
function isOneValue(source: Source, opened: number, closed: number): boolean {
  if (closed === opened + 1 || source.kind(opened - 1) === 'word') return false;
  for (let index = opened + 1; index < closed; index++) {
    if (source.is(index, ':', ',', ';', 'for', 'return')) return false;
    const partner = source.partner(index);
    if (partner !== undefined && partner > index) index = partner;
  }
  return true;
}

/** Removes a closing sign with the blanks before it. */
function before({ text }: Source, { start, end }: { readonly start: number; readonly end: number }) {
  return { start: text.slice(0, start).trimEnd().length, end, text: '' };
}
