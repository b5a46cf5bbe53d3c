import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Double, Uint } from '../../model/value.ts';
import type { ListView, Value } from '../../model/value.ts';
import { planSweep } from './fold.ts';
import { standardLibrary } from '../functions/index.ts';
import { extendLibrary } from '../evaluate/library.ts';
import { parse } from '../parse/parse.ts';
import { plan } from './plan.ts';
import { walk } from '../walk.ts';
import { GrowingList, lacking, scopeOf, resultText } from '../testing.ts';

const bodies = [
  'x.a > 2',
  'x.a == "s"',
  '4 / x.a > 1',
  'x.a',
  'has(x.a) && x.a == 2',
  'x == x',
  '[1, 2].exists(y, y == x.a)',
  'x.a > limit',
  'cel.bind(y, x.a, y < 3)',
];
/** Bodies that test for equality with a value of the turn. */
const equalityBodies = [
  'x.a == limit',
  'limit == x.a && x.b',
  'x.b && x.a == limit',
  'x.a == limit && x.nope',
  'x.a == limit && x.b && x.a < 2',
  'x.nope && x.a == limit && limit > 1 && 1',
  'x == limit',
  'x.a == odd',
  'x.a == list[0].a',
];
const differences = [
  'x.a != limit',
  'x.b || x.a != limit || x.a > 1',
  'x.b || x.a != limit',
  'x.nope == 1 || x.a != odd',
  'odd != x.a',
];
const lookups = [
  ...equalityBodies.flatMap((body) => [
    `list.exists(x, ${body})`,
    `list.exists_one(x, ${body})`,
    `list.filter(x, ${body})`,
    `list.all(x, ${body})`,
  ]),
  ...differences.map((body) => `list.all(x, ${body}) || list.exists(x, ${body})`),
];
const rules = bodies.flatMap((body) => [
  `list.exists(x, ${body})`,
  `list.all(x, ${body})`,
  `list.exists_one(x, ${body})`,
  `list.filter(x, ${body}) == list.filter(x, ${body})`,
  `size(list.filter(x, ${body})) > 1`,
  `list.map(x, ${body})`,
  `list.map(x, ${body}, x.a)`,
  `list.filter(x, ${body}).exists(z, z.a == 2) || list.exists(x, ${body})`,
]);

const element = fc.oneof(
  fc.record({ a: fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constant(new Double(2)), fc.constant('s')) }),
  fc.constantFrom<Value>({}, { a: lacking('a') }, lacking('x'), { a: null }),
);

describe('folding over a list that grows', () => {
  it('has the same results as a new evaluation at each turn, errors and unknowns included', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...rules),
        fc.constantFrom<ListView['order']>('oldest-first', 'newest-first'),
        fc.array(element, { maxLength: 12 }),
        fc.array(fc.nat({ max: 12 }), { maxLength: 6 }),
        (text, order, column, jumps) => {
          const { expr } = parse(text);
          const plain = plan(expr);
          const folded = planSweep(expr);
          const turns = [...column.keys(), column.length, ...jumps.map((turn) => Math.min(turn, column.length))];
          for (const length of turns) {
            const scope = scopeOf({ list: new GrowingList(column, length, order), limit: 2 });
            expect(resultText(folded.run(scope))).toBe(resultText(plain.run(scope)));
          }
        },
      ),
      { numRuns: 600 },
    );
  });

  it('has the same results where elements are looked up by an equal value', () => {
    const elementValue = fc.oneof(
      fc.integer({ min: 0, max: 3 }),
      fc.constantFrom<Value>(new Double(2), new Uint(1n), 2n ** 60n, 's', null, true, Number.NaN, [1], lacking('a')),
    );
    const one = fc.oneof(
      { weight: 5, arbitrary: fc.record({ a: elementValue, b: fc.oneof(fc.boolean(), fc.constant(1)) }) },
      { weight: 1, arbitrary: fc.constantFrom<Value>({}, lacking('x'), 2) },
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...lookups),
        fc.constantFrom<ListView['order']>('oldest-first', 'newest-first'),
        fc.array(fc.tuple(one, elementValue), { maxLength: 10 }),
        (text, order, turns) => {
          const { expr } = parse(text);
          const plain = plan(expr);
          const folded = planSweep(expr);
          const column = turns.map(([element]) => element);
          for (const [length, [, limit]] of turns.entries()) {
            const scope = scopeOf({ list: new GrowingList(column, length, order), limit, odd: length % 2 });
            expect(resultText(folded.run(scope))).toBe(resultText(plain.run(scope)));
          }
        },
      ),
      { numRuns: 600 },
    );
  });

  it('evaluates only the elements that equal the searched value', () => {
    const column = Array.from({ length: 1000 }, (_, at) => ({ a: at % 500 }));
    const tally = { reads: 0 };
    const folded = planSweep(parse('list.exists(x, x.a == limit && x.a > 1000)').expr);
    for (let length = 0; length <= column.length; length++) {
      folded.run(scopeOf({ list: new GrowingList(column, length, 'newest-first', tally), limit: length % 500 }));
    }
    expect(tally.reads).toBeLessThan(4 * column.length);
  });

  it('evaluates an element only once if another part of the body decides, however many equal it', () => {
    const column = Array.from({ length: 1000 }, () => ({ a: 1 }));
    const tally = { reads: 0 };
    const folded = planSweep(parse('list.exists(x, x.a == limit && x.a > 1000)').expr);
    for (let length = 0; length <= column.length; length++) {
      folded.run(scopeOf({ list: new GrowingList(column, length, 'newest-first', tally), limit: 1 }));
    }
    expect(tally.reads).toBeLessThan(4 * column.length);
  });

  it('traces every part like a new trace at each turn, except for the elements', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...rules),
        fc.constantFrom<ListView['order']>('oldest-first', 'newest-first'),
        fc.array(element, { maxLength: 8 }),
        (text, order, column) => {
          const { expr } = parse(text);
          const nodes = [...walk(expr)].map(({ expr: node }) => node.id);
          const plain = plan(expr);
          const folded = planSweep(expr);
          for (let length = 0; length <= column.length; length++) {
            const scope = scopeOf({ list: new GrowingList(column, length, order), limit: 2 });
            const [traced, anew] = [folded.trace(scope), plain.trace(scope)];
            const resultsOf = (trace: typeof anew, id: number) => {
              const expected = trace.resultOf(id);
              return expected === undefined ? 'unreached' : resultText(expected);
            };
            expect(resultText(traced.result)).toBe(resultText(anew.result));
            expect(nodes.map((id) => resultsOf(traced, id))).toEqual(nodes.map((id) => resultsOf(anew, id)));
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('tests each element once', () => {
    const column = Array.from({ length: 1000 }, (_, a) => ({ a }));
    for (const order of ['oldest-first', 'newest-first'] as const) {
      const tally = { reads: 0 };
      const folded = planSweep(parse('size(list.filter(x, x.a > 5)) > 3 && list.all(x, x.a >= 0)').expr);
      for (let length = 0; length <= column.length; length++) {
        folded.run(scopeOf({ list: new GrowingList(column, length, order, tally) }));
      }
      expect(tally.reads).toBeLessThanOrEqual(2 * column.length);
    }
  });

  it('is not used where the body reads a value that may change', () => {
    const noted: Value[] = [];
    const library = extendLibrary(standardLibrary, [
      { name: 'now', form: 'function', arity: [0, 0], call: () => (noted.push(0), noted.length) },
    ]);
    const changing = planSweep(parse('list.exists(x, x.a == now())').expr, library);
    const outer = planSweep(parse('list.exists(x, x.a == limit)').expr);
    const column = [{ a: 3 }];
    const list = new GrowingList(column, 1, 'oldest-first');
    expect([1, 2, 3].map((limit) => outer.run(scopeOf({ list, limit })))).toEqual([false, false, true]);
    expect([1, 2, 3].map(() => changing.run(scopeOf({ list })))).toEqual([false, false, true]);
  });

  it('starts again for another column, and after the budget ended an evaluation', () => {
    const folded = planSweep(parse('list.exists(x, x == 3)').expr);
    const run = (column: readonly Value[], budget?: number) =>
      resultText(
        folded.run(
          scopeOf({ list: new GrowingList(column, column.length, 'oldest-first') }),
          budget === undefined ? {} : { budget },
        ),
      );
    const column = [1, 2, 3];
    expect(run(column, 4)).toContain('budget_exceeded');
    expect(run(column)).toBe('true');
    expect(run([1, 2])).toBe('false');
  });
});
