import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ListView, Value } from '../../model/value.ts';
import { standardLibrary } from '../functions/index.ts';
import { parse } from '../parse/parse.ts';
import { GrowingList, lacking, scopeOf } from '../testing.ts';
import { planDistance } from './distance.ts';

const bodies = [
  'x.a > 3',
  'x.a == 2 && x.b',
  '!(x.a < 5) || x.b',
  'x.tags.exists(t, t > x.a)',
  'x.nope == 1',
  'x.b ? x.a > 9 : true',
];
const rules = bodies.flatMap((body) => [
  `list.exists(x, ${body})`,
  `!list.all(x, ${body}) && limit > 3`,
  `list.exists(x, ${body}) || list.all(x, x.a < 2)`,
]);
const element = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      a: fc.nat({ max: 12 }),
      b: fc.boolean(),
      tags: fc.array(fc.nat({ max: 9 }), { maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom<Value>({}, lacking('x'), { a: 's' }) },
);

it('a distance carried along a growing list equals the distance computed from scratch', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...rules),
      fc.boolean(),
      fc.constantFrom<ListView['order']>('oldest-first', 'newest-first'),
      fc.array(element, { maxLength: 9 }),
      (text, target, order, column) => {
        const { expr } = parse(text);
        const carried = planDistance(expr, target, standardLibrary);
        const fromScratch = planDistance(expr, target, standardLibrary);
        for (let length = 0; length <= column.length; length++) {
          const list = new GrowingList(column, length, order);
          const carriedDistance = carried(scopeOf({ list, limit: 2 }), {});
          // A plain list is not part of a column: all its elements count.
          const wanted = fromScratch(scopeOf({ list: [...list], limit: 2 }), {});
          expect(carriedDistance?.clauses).toBe(wanted?.clauses);
          expect(carriedDistance?.margin).toBeCloseTo(wanted?.margin ?? Number.NaN, 9);
        }
      },
    ),
    { numRuns: 300 },
  );
});

it('is unknown where it takes more steps than the budget, and is computed later', () => {
  const column = Array.from({ length: 40 }, (_, a) => ({ a }));
  const distance = planDistance(parse('list.exists(x, x.a > 50)').expr, true, standardLibrary);
  const scope = scopeOf({ list: new GrowingList(column, 40, 'oldest-first') });
  expect(distance(scope, { budget: 20 })).toBeNull();
  expect(distance(scope, {})).toEqual({ clauses: 1, margin: 11 / 50 });
});
