import { error } from '../diagnostic.ts';
import type { Diagnostic, Edit } from '../diagnostic.ts';
import { change, instead, put } from './habit.ts';
import type { Source } from './source.ts';

/** `a ?? b` and `a ?: b`: a default for a missing value. */
export function* defaults(source: Source): Generator<Diagnostic> {
  for (const [index, piece] of source.pieces.entries()) {
    if (!source.is(index, '??', '?:')) continue;
    const [first, last] = [source.operandBefore(index, 'sum'), source.operandAfter(index, 'sum')];
    if (first === index || last === index) {
      const message = `CEL has no \`${piece.text}\`; a default for a missing value is written \`a.?b.orValue(c)\`.`;
      yield error('parse', message, piece);
      continue;
    }
    const part = source.range(first, last);
    const other = source.slice(index + 1, last);
    const value = source.slice(first, index - 1);
    const optional = asOptional(source, first, index - 1);
    const text = optional === undefined ? `(${value} != null ? ${value} : ${other})` : `${optional}.orValue(${other})`;
    yield instead(source, { range: piece, seen: `CEL has no \`${piece.text}\``, part, edits: [change(part, text)] });
  }
}

/** `a.b` as `a.?b`, `a["b"]` as `a[?"b"]`; undefined for any other expression. */
function asOptional(source: Source, first: number, last: number): string | undefined {
  if (source.operandBefore(last + 1, 'member') > first) return undefined;
  const text = source.slice(first, last).replaceAll('?.', '.?');
  if (text.includes('.?')) return text;
  if (source.kind(last) === 'word' && source.pieces[last - 1]?.text === '.') {
    return `${source.slice(first, last - 2)}.?${source.slice(last, last)}`;
  }
  const opened = source.is(last, ']') ? source.partner(last) : undefined;
  return opened === undefined || opened === first
    ? undefined
    : `${source.slice(first, opened - 1)}[?${source.slice(opened + 1, last)}`;
}

/** `a?.b`: the comparison is evaluated only where the field exists. */
export function* optionalChains(source: Source): Generator<Diagnostic> {
  let done = -1;
  for (const [index, piece] of source.pieces.entries()) {
    if (!source.is(index, '?.') || index <= done) continue;
    const first = source.operandBefore(index, 'member');
    const last = source.operandAfter(index, 'member');
    done = last;
    if (first === index || last === index || source.is(last, '?.')) continue;
    const found = guarded(source, first, last) ?? plain(source, first, last);
    yield instead(source, { range: piece, seen: 'CEL has no `?.`', ...found });
  }
}

interface Rewriting {
  readonly part: { readonly start: number; readonly end: number };
  readonly edits: readonly Edit[];
}

/** Within a comparison: `has(a.b) && a.b > 1`. */
function guarded(source: Source, first: number, last: number): Rewriting | undefined {
  const [left, right] = [source.operandBefore(first, 'comparison'), source.operandAfter(last, 'comparison')];
  const from = left === first ? first : left;
  const isCompared = source.pieces.slice(from, right + 1).some((_, at) => source.is(from + at, ...comparing));
  const isCall = source.is(last, ')');
  if (!isCompared && !isCall) return undefined;
  const part = source.range(from, right);
  const condition = conditionOf(source, first, last);
  if (condition === undefined) return undefined;
  const isNegated = source.is(from, '!', 'not');
  const edits = chain(source, first, last);
  const wrapped = isNegated || source.is(from - 1, '!');
  return {
    part,
    edits: wrapped
      ? [put(part.start, `(${condition} && `), ...edits, put(part.end, ')')]
      : [put(part.start, `${condition} && `), ...edits],
  };
}

const comparing = ['==', '!=', '<', '>', '<=', '>=', 'in', '===', '!=='];

/** Elsewhere the optional itself: `a.?b.orValue(null)`. */
function plain(source: Source, first: number, last: number): Rewriting {
  const part = source.range(first, last);
  const before = source.is(first - 1, '&&', '||', '!') || source.is(last + 1, '&&', '||', '?');
  const isWhole = first === 0 && last === source.pieces.length - 1;
  const links = source.pieces
    .slice(first, last + 1)
    .flatMap((piece, at) => (source.is(first + at, '?.') ? [piece] : []));
  const optional = links.map((piece) => {
    const isIndex = source.text.charAt(piece.end) === '[';
    return isIndex ? { start: piece.start, end: piece.end + 1, text: '[?' } : change(piece, '.?');
  });
  return { part, edits: [...optional, put(part.end, `.orValue(${before || isWhole ? 'false' : 'null'})`)] };
}

/** The chain with plain dots. */
const chain = (source: Source, first: number, last: number): readonly Edit[] =>
  source.pieces.slice(first, last + 1).flatMap((piece, at) => {
    if (!source.is(first + at, '?.')) return [];
    return [change(piece, source.text.charAt(piece.end) === '[' ? '' : '.')];
  });

/** The test whether a chain exists, up to a call at its end. Undefined if the chain has a call in its middle. */
function conditionOf(source: Source, first: number, last: number): string | undefined {
  let end = last;
  if (source.is(last, ')')) end = (source.partner(last) ?? last) - 3;
  const links = source.pieces
    .slice(first, end + 1)
    .flatMap((_, at) => (source.is(first + at, '?.') ? [first + at] : []));
  const path = source.slice(first, end);
  if (/[()]/.test(path)) return undefined;
  if (end <= first) return `${path} != null`;
  const isIndexed = links.some((link) => source.is(link + 1, '[')) || source.is(end, ']');
  if (links.length <= 1 && !isIndexed) return `has(${path.replaceAll('?.', '.')})`;
  return `${path.replaceAll(/\?\.\[/g, '[?').replaceAll('?.', '.?')}.hasValue()`;
}

/** `has(a["b"])`, `has(a)`: `has` only tests a field behind a dot. */
export function* presence(source: Source): Generator<Diagnostic> {
  for (const index of source.pieces.keys()) {
    const closed = source.partner(index + 1);
    if (!source.is(index, 'has') || !source.is(index + 1, '(') || closed === undefined || closed === index + 2)
      continue;
    const last = closed - 1;
    const opened = source.is(last, ']') ? source.partner(last) : undefined;
    const isName = last === index + 2 && source.kind(last) === 'word';
    if (!isName && (opened === undefined || opened === index + 2)) continue;
    const part = source.range(index, closed);
    const condition = isName
      ? `${source.slice(last, last)} != null`
      : `${source.slice((opened ?? last) + 1, last - 1)} in ${source.slice(index + 2, (opened ?? last) - 1)}`;
    const text = source.is(index - 1, '!', 'not') ? `(${condition})` : condition;
    const seen = isName ? 'A variable always exists, and `has()` tests a field' : '`has()` tests a field behind a dot';
    yield instead(source, { range: source.range(index + 2, last), seen, part, edits: [change(part, text)] });
  }
}
