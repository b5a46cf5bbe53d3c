import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Double } from '../../model/value.ts';
import type { ListView, Value } from '../../model/value.ts';
import { explain } from '../explain/explain.ts';
import { replaced } from '../flips/index.ts';
import { parse } from '../parse/parse.ts';
import { GrowingList, lacking, scopeOf, resultText } from '../testing.ts';
import { LoopMemories } from './loop-memory.ts';
import { plan } from './plan.ts';

const bodies = ['x.a > 2', 'x.a == "s"', '4 / x.a > 1', 'x.a', 'x == x', '[1, 2].exists(y, y == x.a)', 'x.a > limit'];
const rules = bodies.flatMap((body) => [
  `list.exists(x, ${body})`,
  `!list.all(x, ${body}) || list.exists_one(x, ${body})`,
  `size(list.filter(x, ${body})) > 1`,
  `list.map(x, ${body}, x.a)`,
  `list.exists(y, list.all(x, ${body}))`,
]);
const element = fc.oneof(
  fc.record({ a: fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constant(new Double(2)), fc.constant('s')) }),
  fc.constantFrom<Value>({}, { a: lacking('a') }, lacking('x'), { a: null }),
);

it('remembered element results make no difference, at any turn and with any other value', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...rules),
      fc.constantFrom<ListView['order']>('oldest-first', 'newest-first'),
      fc.array(element, { minLength: 1, maxLength: 8 }),
      fc.array(fc.tuple(fc.nat(), fc.option(fc.tuple(fc.nat(), element))), { minLength: 1, maxLength: 6 }),
      (text, order, column, steps) => {
        const { expr } = parse(text);
        const plain = plan(expr);
        const remembering = plan(expr, undefined, { memories: new LoopMemories() });
        for (const [turn, change] of steps) {
          const length = turn % (column.length + 1);
          const list = new GrowingList(column, length, order);
          const changed = change === null ? list : replaced(list, [change[0] % column.length], change[1]);
          const scope = scopeOf({ list: changed, limit: 2 });
          expect(resultText(remembering.run(scope))).toBe(resultText(plain.run(scope)));
          expect(explain(text, expr, remembering.trace(scope))).toEqual(explain(text, expr, plain.trace(scope)));
        }
      },
    ),
    { numRuns: 300 },
  );
});

it('an element with a remembered result is not read again', () => {
  const column = Array.from({ length: 500 }, (_, a) => ({ a }));
  const program = plan(parse('list.exists(x, x.a > 1000)').expr, undefined, { memories: new LoopMemories() });
  const tally = { reads: 0 };
  for (const length of [400, 500, 100, 450]) {
    program.run(scopeOf({ list: new GrowingList(column, length, 'newest-first', tally) }));
  }
  expect(tally.reads).toBe(500);
});

it('a result that the budget cut short is not remembered', () => {
  const column = Array.from({ length: 50 }, (_, a) => ({ a }));
  const program = plan(parse('list.all(x, lists.range(10).all(y, y < x.a + 100))').expr, undefined, {
    memories: new LoopMemories(),
  });
  const scope = scopeOf({ list: new GrowingList(column, 50, 'oldest-first') });
  expect(resultText(program.run(scope, { budget: 300 }))).toContain('budget_exceeded');
  expect(resultText(program.run(scope))).toBe('true');
});
