import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { Double, isRecord } from '../../model/value.ts';
import { aNumber, anyList, anyRecord, anyValue, maybe, maybeCount, maybeNumber, maybeText, record } from './schema.ts';

const inner = { id: v.string(), count: maybeCount, more: maybe(anyRecord) };
const entries = (held: v.GenericSchema) => ({
  name: v.string(),
  text: maybeText,
  count: maybeCount,
  list: maybe(anyList),
  number: maybeNumber,
  amount: v.optional(aNumber),
  value: maybe(anyValue),
  held: maybe(held),
  kind: v.exactOptional(v.literal('a')),
});

const fast = record({ ...entries(record(inner)), needed: record(inner) });

/** The same schema with plain valibot. */
const plainly = <E extends v.ObjectEntries>(all: E) => v.pipe(v.any(), v.check(isRecord), v.object(all));
const slow = plainly({ ...entries(plainly(inner)), needed: plainly(inner) });

const odd = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, 3, -1, 0.5, 'x', [], {}, true, new Double(2), Number.NaN, 'a'),
  fc.record({ id: fc.constantFrom('x', 3), count: fc.constantFrom(1, -1, 'x'), more: fc.constant({}) }),
);
const written = fc.record(
  {
    name: fc.constant('n'),
    text: odd,
    count: odd,
    list: odd,
    number: odd,
    amount: odd,
    value: odd,
    held: odd,
    kind: odd,
    needed: fc.record({ id: fc.constant('x'), count: odd, more: odd }),
    other: odd,
  },
  { requiredKeys: [] },
);

test('a record is read in one step as valibot reads it in many', () => {
  fc.assert(
    fc.property(fc.oneof(written, odd), (value) => {
      const [one, many] = [v.safeParse(fast, value), v.safeParse(slow, value)];
      expect(one.success).toBe(many.success);
      expect(one.success && one.output).toEqual(many.success && many.output);
      expect(v.is(fast, value)).toBe(many.success);
    }),
    { numRuns: 1000 },
  );
});

test('a misfit in one field does not affect the next', () => {
  const value = { name: 'n', text: 3, count: 5, needed: { id: 'x' } };
  expect(v.parse(fast, value)).toEqual({ name: 'n', text: undefined, count: 5, needed: { id: 'x' } });
});

test('a count is a whole number in any notation; other values read as absent', () => {
  const counts = [12, new Double(12), new Double(0.5), -1, '12', null, Number.NaN, 2 ** 60];
  expect(counts.map((count) => v.parse(maybeCount, count))).toEqual([
    12,
    12,
    ...Array.from({ length: 6 }, () => undefined),
  ]);
});
