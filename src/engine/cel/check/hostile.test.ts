import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { check, checkTypes } from './check.ts';
import { complete } from '../complete/complete.ts';
import { languageAt } from '../declarations/language.ts';
import { hoverAt } from '../complete/hover.ts';
import { parse } from '../parse/parse.ts';
import { shapeOf } from '../types/shape.ts';
import { checkRandomly, countOr } from '../../fuzz/testing.ts';
import { evaluate } from '../testing.ts';

/** Expressions by other authors; `fixtures/README.md` names their origin. */
const expressions = readFileSync(new URL('../fixtures/expressions.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { readonly expr: string }).expr); // our own fixture

const data = {
  a: [
    { b: 'x', c: null },
    { b: 1.5, d: [] },
  ],
  request: { resource: { attr: { owner: 'me' } } },
};
const language = languageAt('turn', { expects: 'bool', types: new Map([['input', shapeOf([data])]]) });
const source = { current: () => data };

/**
 * Makes every request that an editor sends while the user types; returns places outside the text, of which there should
 * be none.
 */
function misplaced(text: string, offset: number): readonly unknown[] {
  const { expr } = parse(text);
  const hover = hoverAt(text, offset, language, source);
  return [
    ...check(expr, language),
    ...checkTypes(expr, { variables: new Map(), unknownNames: 'dyn' }).diagnostics,
    ...complete(text, offset, language, source),
    ...(hover === null ? [] : [hover]),
  ].filter(({ range: { start, end } }) => start < 0 || start > end || end > text.length);
}

const fragments = [
  '.', '.?', '[', '[?', ']', '(', ')', '{', '}', ',', ':', '?', '"', "'", '`', '//', '==', 'in', '&&', '!', '-',
  'input', 'input.a', 'exists(x, ', 'all(i, v, ', 'cel.bind(x, ', 'map(', 'has(', 'math.', '__proto__', 'constructor',
  '1', '1.0', '1u', 'null', ' ', '\n', '\\', '\ud800', 'é', '😀',
]; // prettier-ignore

/** An expression with pieces removed, repeated and inserted. */
const mutated = fc
  .tuple(
    fc.constantFrom(...expressions),
    fc.array(fc.tuple(fc.nat(), fc.nat(12), fc.constantFrom('', ...fragments)), { maxLength: 6 }),
  )
  .map(([text, edits]) =>
    edits.reduce((now, [at, cut, put]) => {
      const start = at % (now.length + 1);
      return now.slice(0, start) + put + now.slice(start + cut);
    }, text),
  );

/** Number of expressions in one run. */
const wanted = countOr(4_000);

describe('any typed text', () => {
  test('real expressions: every request works at every offset', () => {
    const faults = expressions.flatMap((text) =>
      Array.from({ length: 21 }, (_, part) => misplaced(text, Math.floor((text.length * part) / 20))).flat(),
    );
    expect(faults).toEqual([]);
  });

  test('requests work for broken expressions too', () => {
    checkRandomly(
      fc.property(mutated, fc.nat(), (text, at) => {
        expect(misplaced(text, at % (text.length + 1))).toEqual([]);
      }),
      Math.ceil(wanted / 4),
    );
  });

  test('they are evaluated within a time limit', () => {
    checkRandomly(
      fc.property(mutated, (text) => {
        const start = performance.now();
        expect(evaluate(text, { input: data })).toBeTypeOf('string');
        expect(performance.now() - start).toBeLessThan(10_000);
      }),
      Math.ceil(wanted / 2),
    );
  });

  test('so is any sequence of tokens', () => {
    checkRandomly(
      fc.property(fc.array(fc.constantFrom(...fragments), { maxLength: 30 }), fc.nat(), (pieces, at) => {
        const text = pieces.join('');
        expect(misplaced(text, at % (text.length + 1))).toEqual([]);
      }),
      Math.ceil(wanted / 4),
    );
  });

  test.each([
    ['a long chain', `input${'.a'.repeat(1500)}`],
    ['a long sum', Array.from({ length: 1500 }, () => '1').join(' + ')],
    ['a long disjunction', Array.from({ length: 3000 }, (_, i) => `input.a == ${i}`).join(' || ')],
    ['deep brackets', '('.repeat(240) + '1' + ')'.repeat(240)],
    ['unclosed brackets', 'input.a.exists(x, '.repeat(200)],
    ['nested lists', '['.repeat(200) + ']'.repeat(200)],
    ['a type that doubles at each step', doubling(120)],
    ['empty maps that hang together', hangingTogether(60)],
    ['a huge literal', `input.a == "${'x'.repeat(40_000)}"`],
    ['many quotes', '"'.repeat(2001)],
  ])('%s is checked within a time limit', (_, text) => {
    expect(misplaced(text, text.length)).toEqual([]);
  });
});

function doubling(steps: number): string {
  const names = Array.from({ length: steps }, (_, i) => `v${i}`);
  const binds = names.map((name, i) => `cel.bind(${name}, {${i === 0 ? '1: 1' : `v${i - 1}: v${i - 1}`}}, `);
  return `${binds.join('')}1${')'.repeat(steps)}`;
}

function hangingTogether(steps: number): string {
  const names = Array.from({ length: steps }, (_, i) => `v${i}`);
  const binds = names.map((name) => `cel.bind(${name}, {}, `);
  const equal = names.slice(1).map((name, i) => `v${i} == {${name}: ${name}}`);
  return `${binds.join('')}[${equal.join(', ')}]${')'.repeat(steps)}`;
}
