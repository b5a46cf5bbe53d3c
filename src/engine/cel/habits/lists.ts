import type { Diagnostic } from '../diagnostic.ts';
import { change, instead, negated } from './habit.ts';
import { isArrow } from './operators.ts';
import type { Source } from './source.ts';

/** Names of list macros in other languages. */
const macros: { readonly [name: string]: string } = {
  some: 'exists',
  any: 'exists',
  every: 'all',
  find: 'filter',
  select: 'filter',
  where: 'filter',
  single: 'exists_one',
  flatmap: 'map',
};

/** `list.some(x => x > 1)`, `list.filter(lambda x: x > 1)`. */
export function* lambdas(source: Source): Generator<Diagnostic> {
  for (const index of source.pieces.keys()) {
    const opened = lambdaOpening(source, index);
    if (opened === undefined) continue;
    const closed = source.partner(opened);
    const from = source.is(index, 'lambda') ? index + 1 : (source.partner(index - 1) ?? index - 1);
    const body = source.is(index, 'lambda') ? colonAfter(source, index) : index;
    if (closed === undefined || body === undefined) continue;
    const names = namesIn(source, from, body - 1);
    const method = source.pieces[opened - 1]?.text ?? '';
    const macro = macros[method.toLowerCase()] ?? method;
    const name = source.range(opened - 1, opened - 1);
    const head = { start: source.range(opened, opened).end, end: source.range(body + 1, body + 1).start };
    // In other languages two names are the element and its index; in CEL, the index and the element.
    const bound = names.length === 2 ? names.toReversed() : names;
    const part = source.range(source.operandBefore(opened, 'member'), closed);
    const edits = [change(name, macro), change(head, `${bound.join(', ')}, `)];
    const seen = `CEL has no anonymous functions: a macro names its element first`;
    yield instead(source, { range: source.range(index, index), seen, part, edits });
  }
}

function lambdaOpening(source: Source, index: number): number | undefined {
  if (source.is(index, 'lambda') && source.is(index - 1, '(')) return index - 1;
  if (!source.is(index, '=>', '->') || !isArrow(source, index)) return undefined;
  return (source.partner(index - 1) ?? index - 1) - 1;
}

function colonAfter(source: Source, index: number): number | undefined {
  for (let at = index + 1; at < index + 8; at++) if (source.is(at, ':')) return at;
  return undefined;
}

const namesIn = (source: Source, from: number, to: number): readonly string[] =>
  source.pieces.slice(from, to + 1).flatMap(({ kind, text }) => (kind === 'word' ? [text] : []));

/** `[f(x) for x in xs if p]`, `any(p for x in xs)`. */
export function* comprehensions(source: Source): Generator<Diagnostic> {
  for (const index of source.pieces.keys()) {
    if (!source.is(index, 'for')) continue;
    const opened = openingOf(source, index);
    const found = opened === undefined ? undefined : loopAt(source, index, opened);
    if (opened === undefined || found === undefined) continue;
    const closed = source.partner(opened) ?? opened;
    const caller =
      source.is(opened, '(') && source.kind(opened - 1) === 'word' ? (source.pieces[opened - 1]?.text ?? '') : null;
    const part = source.range(caller === null ? opened : opened - 1, closed);
    const seen = 'CEL has no `for`: a macro iterates over a list';
    yield instead(source, {
      range: source.range(index, index),
      seen,
      part,
      edits: [change(part, written(found, caller))],
    });
  }
}

interface Loop {
  readonly name: string;
  readonly list: string;
  readonly value: string;
  readonly condition: string | null;
}

function openingOf(source: Source, index: number): number | undefined {
  for (let at = index - 1; at >= 0; at--) {
    const partner = source.partner(at);
    if (partner !== undefined && partner > at) return source.is(at, '[', '(') ? at : undefined;
    if (partner !== undefined) at = partner;
  }
  return undefined;
}

function loopAt(source: Source, index: number, opened: number): Loop | undefined {
  const closed = source.partner(opened);
  if (closed === undefined || source.kind(index + 1) !== 'word' || !source.is(index + 2, 'in')) return undefined;
  const last = source.operandAfter(index + 2, 'sum');
  const hasCondition = source.is(last + 1, 'if');
  if (last === index + 2 || index === opened + 1 || (!hasCondition && last + 1 !== closed)) return undefined;
  return {
    name: source.slice(index + 1, index + 1),
    list: source.grouped(index + 3, last),
    value: source.slice(opened + 1, index - 1),
    condition: hasCondition ? source.slice(last + 2, closed - 1) : null,
  };
}

function written({ name, list, value, condition }: Loop, caller: string | null): string {
  const isAny = caller === 'any';
  if (isAny || caller === 'all') {
    const both = condition === null ? value : isAny ? `${condition} && ${value}` : `${negated(condition)} || ${value}`;
    return `${list}.${isAny ? 'exists' : 'all'}(${name}, ${both})`;
  }
  const same = value === name || (caller === 'sum' && value === '1');
  const mapped = same ? '' : condition === null ? `.map(${name}, ${value})` : `.map(${name}, ${condition}, ${value})`;
  const kept = same && condition !== null ? `.filter(${name}, ${condition})` : '';
  const replacement = `${list}${kept}${mapped}`;
  if (caller === null) return replacement;
  return `${caller === 'len' || (caller === 'sum' && value === '1') ? 'size' : caller}(${replacement})`;
}
