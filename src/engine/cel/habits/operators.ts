import { error } from '../diagnostic.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { change, instead, put, without } from './habit.ts';
import type { Source } from './source.ts';
import { patternLiteral } from './texts.ts';

/** Signs and words of other languages for operators of CEL. */
const signs: ReadonlyMap<string, string> = new Map([
  ['===', '=='],
  ['!==', '!='],
  ['=', '=='],
  [':=', '=='],
  ['<>', '!='],
  ['=<', '<='],
  ['&', '&&'],
  ['|', '||'],
  ['≠', '!='],
  ['≤', '<='],
  ['≥', '>='],
  ['¬', '!'],
  ['∧', '&&'],
  ['∨', '||'],
  ['∈', 'in'],
  ['−', '-'],
  ['–', '-'],
  ['×', '*'],
  ['·', '*'],
  ['÷', '/'],
  ['::', '.'],
  ['->', '.'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&lt;=', '<='],
  ['&gt;=', '>='],
  ['&amp;', '&&'],
  ['&amp;&amp;', '&&'],
  ['&quot;', '"'],
]);

const words: ReadonlyMap<string, string> = new Map([
  ['and', '&&'],
  ['or', '||'],
]);

/** Signs and words of other languages, with the operator of CEL that takes their place: `a == b` for `a === b`. */
export function* otherSigns(source: Source): Generator<Diagnostic> {
  for (const [index, { kind, text, start, end }] of source.pieces.entries()) {
    if (kind === 'string' || kind === 'pattern') continue;
    const replacement =
      kind === 'sign' ? signs.get(text) : source.is(index, ...words.keys()) ? words.get(text.toLowerCase()) : undefined;
    const isIn = kind === 'word' && text !== 'in' && source.is(index, 'in');
    const by = replacement ?? (isIn ? 'in' : undefined);
    if (by === undefined) continue;
    const range = { start, end };
    yield instead(source, { range, seen: `CEL has no \`${text}\``, part: range, edits: [change(range, by)] });
  }
}

/** `=>` means `>=`, except in an arrow function. */
export function* turnedSign(source: Source): Generator<Diagnostic> {
  for (const [index, range] of source.pieces.entries()) {
    if (!source.is(index, '=>') || isArrow(source, index)) continue;
    yield instead(source, { range, seen: 'CEL has no `=>`', part: range, edits: [change(range, '>=')] });
  }
}

/** `exists(x => …)`, `exists((k, v) => …)`: there are only names between the bracket and the arrow. */
export function isArrow(source: Source, index: number): boolean {
  const opened = source.partner(index - 1);
  const first = opened ?? index - 1;
  return source.is(first - 1, '(') && (opened !== undefined || source.kind(first) === 'word');
}

/** Tests that are methods in CEL, by their words in other languages: name, and whether it is negated. */
const tests: ReadonlyMap<string, string> = new Map([
  ['=~', 'matches'],
  ['!~', '!matches'],
  ['~=', 'matches'],
  ['matches', 'matches'],
  ['contains', 'contains'],
  ['includes', 'contains'],
  ['startswith', 'startsWith'],
  ['endswith', 'endsWith'],
  ['like', 'like'],
  ['ilike', 'ilike'],
  ['starts with', 'startsWith'],
  ['ends with', 'endsWith'],
  ['begins with', 'startsWith'],
]);

/** `a =~ "x"`, `a not like "x%"`, `a contains "x"`. */
export function* infixTests(source: Source): Generator<Diagnostic> {
  for (const [index, piece] of source.pieces.entries()) {
    if (!source.endsValue(index - 1) || piece.kind === 'string') continue;
    const isNot = source.is(index, 'not');
    const from = isNot ? index + 1 : index;
    const two = `${source.pieces[from]?.text} ${source.pieces[from + 1]?.text}`.toLowerCase();
    const to = tests.has(two) ? from + 1 : from;
    const name =
      tests.get(two) ??
      (source.is(from, ...tests.keys()) ? tests.get(source.pieces[from]?.text.toLowerCase() ?? '') : undefined);
    if (
      name === undefined ||
      (source.is(to + 1, '(') && source.kind(to) === 'word' && !isNot && source.is(index - 1, '.'))
    )
      continue;
    const first = source.operandBefore(index, 'sum');
    const last = source.operandAfter(to, 'sum');
    if (first === index || last === to) continue;
    const [subject, argument] = [source.grouped(first, index - 1), source.slice(to + 1, last)];
    const call = callOf(name.replace('!', ''), subject, argument);
    const part = source.range(first, last);
    const text =
      isNot !== name.startsWith('!') ? `!${call.startsWith('(') || !call.includes(' == ') ? call : `(${call})`}` : call;
    const written = source.slice(index, to);
    yield instead(source, {
      range: source.range(index, to),
      seen: `CEL has no ${source.kind(index) === 'word' ? 'operator ' : ''}\`${written}\``,
      part,
      edits: [change(part, text)],
    });
  }
}

function callOf(name: string, subject: string, argument: string): string {
  if (name === 'matches') return `${subject}.matches(${patternLiteral(argument) ?? argument})`;
  if (name !== 'like' && name !== 'ilike') return `${subject}.${name}(${argument})`;
  const what = name === 'ilike' ? `${subject}.lowerAscii()` : subject;
  const pattern = name === 'ilike' ? argument.toLowerCase() : argument;
  const quote = pattern.charAt(0);
  const body = pattern.slice(1, -1);
  const inner = withoutPercent(body);
  if (!/^["']$/.test(quote) || /[%_]/.test(inner)) return `${what}.matches(${likePattern(pattern)})`;
  const text = `${quote}${inner}${quote}`;
  const [begins, ends] = [body.startsWith('%'), body.endsWith('%')];
  if (begins && ends) return `${what}.contains(${text})`;
  if (begins) return `${what}.endsWith(${text})`;
  return ends ? `${what}.startsWith(${text})` : `${what} == ${text}`;
}

/** The text without the `%` at its ends. */
function withoutPercent(text: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === '%') start++;
  while (end > start && text[end - 1] === '%') end--;
  return text.slice(start, end);
}

/** Converts an SQL pattern to a regular expression: `%` is any text, `_` any character. */
function likePattern(argument: string): string {
  if (!/^["']/.test(argument)) return argument;
  const body = argument.slice(1, -1).replaceAll(/[.*+?^${}()|[\]\\]/g, (sign) => `[${sign}]`);
  return `"^${body.replaceAll('%', '.*').replaceAll('_', '.').replaceAll('"', "'")}$"`;
}

/** `x not in list`, `not x == y`, `NOT x`. */
export function* negations(source: Source): Generator<Diagnostic> {
  for (const [index, piece] of source.pieces.entries()) {
    if (!source.is(index, 'not') || piece.kind !== 'word') continue;
    if (source.is(index + 1, 'in') && source.endsValue(index - 1)) {
      const [first, last] = [source.operandBefore(index, 'sum'), source.operandAfter(index + 1, 'sum')];
      const part = source.range(first, last);
      const edits = [put(part.start, '!('), without(source, piece), put(part.end, ')')];
      yield instead(source, {
        range: source.range(index, index + 1),
        seen: `CEL has no \`${source.slice(index, index + 1)}\``,
        part,
        edits,
      });
    } else if (!source.endsValue(index - 1) && source.beginsValue(index + 1)) {
      const last = source.operandAfter(index, 'comparison');
      const isOne = source.operandAfter(index, 'member') >= last;
      const part = source.range(index, last);
      const edits = [{ ...without(source, piece), text: isOne ? '!' : '!(' }, ...(isOne ? [] : [put(part.end, ')')])];
      yield instead(source, { range: piece, seen: `CEL has no \`${piece.text}\``, part, edits });
    }
  }
}

/** `x is None`, `x is not null`, `x is empty`. */
export function* identities(source: Source): Generator<Diagnostic> {
  for (const index of source.pieces.keys()) {
    if (!source.is(index, 'is') || !source.endsValue(index - 1)) continue;
    const isNot = source.is(index + 1, 'not');
    const to = isNot ? index + 1 : index;
    const value = source.pieces[to + 1];
    if (value === undefined || source.is(to + 1, 'in')) continue;
    const first = source.operandBefore(index, 'sum');
    const seen = `CEL has no \`${source.slice(index, to)}\``;
    const range = source.range(index, to);
    const part = source.range(first, to + 1);
    if (source.is(to + 1, 'empty')) {
      const text = `size(${source.slice(first, index - 1)}) ${isNot ? '>' : '=='} 0`;
      yield instead(source, { range, seen, part, edits: [change(part, text)] });
      continue;
    }
    const nothing = source.is(to + 1, 'none', 'nil', 'null', 'undefined') ? [change(value, 'null')] : [];
    yield instead(source, { range, seen, part, edits: [change(range, isNot ? '!=' : '=='), ...nothing] });
  }
}

/** `x between 1 and 5`. */
export function* betweens(source: Source): Generator<Diagnostic> {
  for (const index of source.pieces.keys()) {
    if (!source.is(index, 'between') || !source.endsValue(index - 1)) continue;
    const first = source.operandBefore(index, 'sum');
    const middle = source.operandAfter(index, 'sum');
    const last = source.operandAfter(middle + 1, 'sum');
    if (!source.is(middle + 1, 'and') || last === middle + 1) continue;
    const what = source.slice(first, index - 1);
    const part = source.range(first, last);
    const text = `(${what} >= ${source.slice(index + 1, middle)} && ${what} <= ${source.slice(middle + 2, last)})`;
    yield instead(source, {
      range: source.range(index, index),
      seen: 'CEL has no `between`',
      part,
      edits: [change(part, text)],
    });
  }
}

/** `x ** 2`, `x ^ 2`, `x++`: operators without a counterpart are reported, without a fix. */
export function* withoutCounterpart(source: Source): Generator<Diagnostic> {
  for (const [index, piece] of source.pieces.entries()) {
    if (source.is(index, '**', '^')) {
      yield error('parse', `CEL has no powers, so no \`${piece.text}\`; multiply instead, as in \`x * x\`.`, piece);
    }
  }
}
