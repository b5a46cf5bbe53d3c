import type { TextRange } from '../../model/problem.ts';

/** A token of a text that may be in any language; it covers more than CEL's tokens. */
export interface Piece extends TextRange {
  readonly kind: 'word' | 'number' | 'string' | 'pattern' | 'sign';
  readonly text: string;
}

/**
 * How far an operand reaches: `condition` includes `&&`, `comparison` ends before `&&`, `sum` before a comparison,
 * `member` is a value with its selections.
 */
type Reach = 'condition' | 'comparison' | 'sum' | 'member';

/** Longest first. */
const signs =
  '&lt;= &gt;= &amp;&amp; &lt; &gt; &amp; &quot; === !== ==> <=> ??= ... =~ !~ ~= => -> =< <> ?? ?. .? ?: ${ #{ :: := == != <= >= && || **'.split(
    ' ',
  );

const blank = /[\s\u00a0\u200b\ufeff]+|\/\/[^\n]*/uy;
const quoted = /(?:[a-zA-Z]{0,2})(?:"""[^]*?"""|'''[^]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`)/y;
const curly = /“[^“”"]*[”"]|‘[^‘’']*[’']/y;
const number = /0x[0-9a-zA-Z]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?[A-Za-z]*/y;
const word = /[\p{L}_][\p{L}\p{N}_]*/uy;
const pattern = /\/(?![/*\s])(?:[^/\\\n]|\\.)+\/[a-z]*/y;

function at(expression: RegExp, text: string, index: number): string | undefined {
  expression.lastIndex = index;
  return expression.exec(text)?.[0];
}

const closers: { readonly [open: string]: string } = { '(': ')', '[': ']', '{': '}', '${': '}', '#{': '}' };

/** A text as tokens, with the pairs of its brackets. A text longer than the limit has no tokens. */
export class Source {
  readonly text: string;
  readonly pieces: readonly Piece[];
  private readonly partners: ReadonlyMap<number, number>;

  constructor(text: string) {
    this.text = text;
    this.pieces = text.length > maxLength ? [] : piecesOf(text);
    this.partners = partnersOf(this.pieces);
  }

  /**
   * True where the token is one of these signs, or one of these words in any case; a field after a dot is no word here.
   */
  is(index: number, ...texts: readonly string[]): boolean {
    const piece = this.pieces[index];
    if (piece === undefined || piece.kind === 'string' || piece.kind === 'pattern') return false;
    if (piece.kind !== 'word') return texts.includes(piece.text);
    const before = this.pieces[index - 1]?.text ?? '';
    return !['.', '?.', '.?'].includes(before) && texts.includes(piece.text.toLowerCase());
  }

  kind(index: number): Piece['kind'] | undefined {
    return this.pieces[index]?.kind;
  }

  /** The other bracket of a pair. */
  partner(index: number): number | undefined {
    return this.partners.get(index);
  }

  /** The range from the start of one token to the end of another. */
  range(from: number, to: number): TextRange {
    const start = this.pieces[from]?.start ?? this.text.length;
    return { start, end: Math.max(start, this.pieces[to]?.end ?? this.text.length) };
  }

  slice(from: number, to: number): string {
    const { start, end } = this.range(from, to);
    return from > to ? '' : this.text.slice(start, end);
  }

  /** True if a value may end with the token. */
  endsValue(index: number): boolean {
    const piece = this.pieces[index];
    if (piece === undefined) return false;
    if (piece.kind === 'sign') return [')', ']', '}'].includes(piece.text);
    return !this.is(index, ...joining) && !this.isTest(index);
  }

  /** `contains` and similar words between two values, where other languages have an operator. */
  private isTest(index: number): boolean {
    if (this.is(index, 'with') && this.is(index - 1, 'starts', 'ends', 'begins')) return true;
    return this.kind(index) === 'word' && this.is(index, ...testing) && this.endsValue(index - 1);
  }

  /** True if a value may begin with the token. */
  beginsValue(index: number): boolean {
    const piece = this.pieces[index];
    if (piece === undefined) return false;
    if (piece.kind === 'sign') return ['(', '[', '{', '-', '!', '.', '${'].includes(piece.text);
    return !this.is(index, ...joining.filter((one) => one !== 'not' && one !== 'if')) && !this.isTest(index);
  }

  /** The first token of the operand that ends before `index`; `index` itself where there is none. */
  operandBefore(index: number, reach: Reach): number {
    let first = index;
    while (first > 0) {
      const before = first - 1;
      const partner = this.partners.get(before);
      if (partner !== undefined ? partner > before : this.isBoundary(before, reach)) break;
      if (first < index && this.endsValue(before) && !this.hangsOn(first)) break;
      first = partner ?? before;
    }
    return first;
  }

  /** The last token of the operand that begins after `index`; `index` itself where there is none. */
  operandAfter(index: number, reach: Reach): number {
    let last = index;
    while (last + 1 < this.pieces.length) {
      const after = last + 1;
      const partner = this.partners.get(after);
      const isSign = last === index && this.is(after, '-', '!', 'not');
      if (!isSign && (partner !== undefined ? partner < after : this.isBoundary(after, reach))) break;
      // Two adjacent values are two operands.
      if (last > index && this.endsValue(last) && this.beginsValue(after) && !this.hangsOn(after)) break;
      last = partner ?? after;
    }
    return last;
  }

  private isBoundary(index: number, reach: Reach): boolean {
    if (this.is(index, ...separators, ...clauses)) return true;
    if (reach === 'condition') return false;
    if (this.is(index, '&&', '||', '&', '|', 'and', 'or', '&amp;&amp;')) return true;
    if (reach === 'comparison') return false;
    // `matches(a, b)` is a call; the word is an operator only behind a value.
    if (this.is(index, ...comparing) && (this.kind(index) === 'sign' || this.endsValue(index - 1))) return true;
    if (this.is(index, '!', 'not') || this.isTest(index)) return true;
    return reach === 'member' && this.is(index, '+', '-', '*', '/', '%');
  }

  /** True if the token continues the value before it. */
  private hangsOn(index: number): boolean {
    return this.is(index, '.', '?.', '.?', '::', '->', '[', '(', '+', '-', '*', '/', '%');
  }

  /** The text of an operand, in parentheses where it is more than one value. */
  grouped(from: number, to: number): string {
    const text = this.slice(from, to);
    return this.operandAfter(from - 1, 'member') >= to ? text : `(${text})`;
  }
}

const maxLength = 4000;

const separators = [',', ';', '?', ':', '??', '?:', '(', ')', '[', ']', '{', '}', '${'];
const clauses = ['if', 'then', 'else', 'return', 'for', 'elif', 'when', 'unless'];
const comparing = '< <= > >= == != === !== = =~ !~ ~= => =< <> &lt; &gt; &lt;= &gt;= in like ilike is between'.split(
  ' ',
);
const testing = ['contains', 'matches', 'includes', 'startswith', 'endswith', 'starts', 'ends', 'begins'];
/** Words that join values and are no values themselves. */
const joining = [...clauses, 'and', 'or', 'not', 'in', 'like', 'ilike', 'is', 'between'];

function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let index = 0;
  while (index < text.length) {
    const skipped = at(blank, text, index);
    if (skipped !== undefined) {
      index += skipped.length;
      continue;
    }
    const piece = pieceAt(text, index, pieces.at(-1));
    pieces.push(piece);
    index = piece.end;
  }
  return pieces;
}

function pieceAt(text: string, start: number, before: Piece | undefined): Piece {
  const make = (kind: Piece['kind'], written: string): Piece => ({
    kind,
    text: written,
    start,
    end: start + written.length,
  });
  const string = at(quoted, text, start) ?? at(curly, text, start);
  if (string !== undefined) return make('string', string);
  const digits = at(number, text, start);
  if (digits !== undefined) return make('number', digits);
  const name = at(word, text, start);
  if (name !== undefined) return make('word', name);
  const ended = before !== undefined && (before.kind !== 'sign' || [')', ']', '}'].includes(before.text));
  const expression = ended && before.text !== 'return' ? undefined : at(pattern, text, start);
  if (expression !== undefined) return make('pattern', expression);
  // `a ?.5 : 1` is a conditional.
  const sign = signs.find((one) => text.startsWith(one, start) && !(one === '?.' && /\d/.test(text.charAt(start + 2))));
  return make('sign', sign ?? String.fromCodePoint(text.codePointAt(start) ?? 0));
}

function partnersOf(pieces: readonly Piece[]): ReadonlyMap<number, number> {
  const partners = new Map<number, number>();
  const open: { readonly index: number; readonly closer: string }[] = [];
  for (const [index, { kind, text }] of pieces.entries()) {
    if (kind !== 'sign') continue;
    const closer = closers[text];
    if (closer !== undefined) open.push({ index, closer });
    else if (open.at(-1)?.closer === text) {
      const { index: opened } = open.pop() ?? { index };
      partners.set(opened, index);
      partners.set(index, opened);
    }
  }
  return partners;
}
