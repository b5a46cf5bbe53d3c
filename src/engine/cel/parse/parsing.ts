import type { TextRange } from '../../model/problem.ts';
import type { Broken, Expr, Name } from '../ast.ts';
import type { Cursor } from './cursor.ts';

/** The state that the grammar's functions share: the position in the text, and the top rule. */
export interface Parsing {
  readonly cursor: Cursor;
  expression(): Expr;
}

/** Nodes get their ids when the tree is complete. */
export const unnumbered = -1;

export const broken = ({ cursor }: Parsing, start: number): Broken => ({
  kind: 'broken',
  id: unnumbered,
  range: cursor.rangeFrom(start),
});

export const operatorCall = (text: string, written: TextRange, range: TextRange, args: readonly Expr[]): Expr => ({
  kind: 'call',
  id: unnumbered,
  range,
  name: { text, range: written },
  target: null,
  args,
});

/** A missing name becomes an empty one at its place, so that completion has a node there. */
export function parseFieldName({ cursor }: Parsing): Name {
  const { token } = cursor;
  const range = { start: token.start, end: token.end };
  if (token.kind === 'quoted') {
    cursor.next();
    return { text: token.text, range };
  }
  if (token.kind !== 'ident' || isOperatorIn(cursor)) {
    cursor.reportHere(`A field name is expected here, not ${cursor.found}.`);
    return { text: '', range: { start: cursor.end, end: cursor.end } };
  }
  if (keywords.has(token.text)) {
    cursor.reportHere(`\`${token.text}\` is reserved in CEL; select such a field with \`["${token.text}"]\`.`);
  }
  cursor.next();
  return { text: token.text, range };
}

const keywords: ReadonlySet<string> = new Set(['in', 'true', 'false', 'null']);

/** In `context. in list`, while the field is not typed yet, `in` is the operator. */
const isOperatorIn = (cursor: Cursor) =>
  cursor.at('in') && cursor.ahead(1).kind !== 'punct' && cursor.ahead(1).kind !== 'end';
