import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { Double } from '../../model/value.ts';
import { TaskEventSchema } from './event.ts';
import { limitNames } from './limits.ts';
import { plainCheckOf } from '../plain-check.ts';

const isPlainEvent = plainCheckOf(TaskEventSchema);

const text = fc.string({ maxLength: 8 });
const count = fc.nat();
const amount = fc.double({ min: 0, noNaN: true, noDefaultInfinity: true });
const value = fc.jsonValue({ maxDepth: 2 });
const record = fc.dictionary(text.filter(isCopied), value, { maxKeys: 3, noNullPrototype: true });
const functionName = fc.oneof(
  text,
  fc.record({ ref: text, capability: text }, { requiredKeys: ['ref'], noNullPrototype: true }),
);
const tokens = fc.record({ prompt: count, completion: count, total: count }, optional([]));
const planned = fc.array(fc.record({ function: functionName, args: value }, optional(['function'])), { maxLength: 3 });
const placed = { at: text, node: text };
const invoked = {
  ...placed,
  function: functionName,
  args: value,
  outcome: fc.constantFrom('ok', 'error', 'blocked_before', 'blocked_after'),
  output: value,
  error: text,
  task_id: text,
  took_ms: amount,
};

/** Events as in recordings: well formed, with fields left out. */
const wellFormed: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  made('input-received', { ...placed, message: value, params: record }),
  made('model-called', { ...placed, tokens, text, planned, model: text, took_ms: amount }),
  made('capability-invoked', invoked, ['function', 'outcome']),
  made('result-recorded', invoked, ['function', 'outcome']),
  made('output-sent', { ...placed, message: value, exposes: record }),
  made('turn-recorded', { ...placed, kind: fc.constantFrom('input', 'capability') }, ['kind']),
  made('tokens-totalled', { prompt: count, completion: count, total: count }),
  made('clock-advanced', { seconds: amount }, ['seconds']),
  made('failed', { error: text, at: text }, ['error']),
  made('limit-exceeded', { limit: fc.constantFrom(...limitNames), at: text }, ['limit']),
  made('locked', { reason: text, at: text }),
  made('closed', { at: text }),
);

const stated = made(
  'values-stated',
  { values: fc.array(fc.record({ path: fc.array(text), value }, { noNullPrototype: true })) },
  ['values'],
);

/** Every field name of events and their parts, and some unknown names. */
const name = fc.constantFrom(
  ...'type at node message params text tokens planned model took_ms function args outcome output error'.split(' '),
  ...'task_id exposes kind prompt completion total values seconds limit reason ref capability path value toString x'.split(
    ' ',
  ),
);

/** Values that may be in the wrong place. */
const oddities: readonly unknown[] = [
  [undefined, null, true, '', 'x', Number.NaN, Infinity, -1, -0, 0.5, 2 ** 53, 7n, new Double(3), new Map()],
  [[], {}, ['x'], [{}], { ref: 'x' }, { ref: 'x', capability: 5 }, { prompt: -1 }, { function: 'x' }],
  [...limitNames, 'ok', 'input', 'closed', 'capability-invoked'],
].flat();
const odd = fc.oneof(fc.constantFrom(...oddities), fc.oneof(value, record, tokens, functionName, planned));

/** One event of each type, with all its optional fields. */
const call = { at: 'a', node: 'n', args: {}, outcome: 'ok', output: 1, error: 'e', task_id: 't', took_ms: 1.5 };
const complete: readonly Readonly<Record<string, unknown>>[] = [
  { type: 'input-received', at: 'a', node: 'n', message: [], params: {} },
  {
    type: 'model-called',
    at: 'a',
    node: 'n',
    text: 't',
    model: 'm',
    took_ms: 3,
    tokens: { prompt: 1, completion: 2, total: 3 },
    planned: [{ function: { ref: 'r', capability: 'c' }, args: null }],
  },
  { type: 'capability-invoked', function: { ref: 'r', capability: 'c' }, ...call },
  { type: 'result-recorded', function: 'f', ...call },
  { type: 'output-sent', at: 'a', node: 'n', message: [], exposes: {} },
  { type: 'turn-recorded', at: 'a', node: 'n', kind: 'input' },
  { type: 'tokens-totalled', prompt: 1, completion: 2, total: 3 },
  { type: 'clock-advanced', seconds: 1.5 },
  { type: 'failed', error: 'e', at: 'a' },
  { type: 'limit-exceeded', limit: 'max_turns', at: 'a' },
  { type: 'locked', reason: 'r', at: 'a' },
  { type: 'closed', at: 'a' },
];

/** A change at any place of an event: of an existing value, or under any of the names. */
interface Mutation {
  readonly place: number;
  readonly isWithin: boolean;
  readonly key: string | null;
  /** Null removes the field. */
  readonly put: { readonly value: unknown } | null;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  place: fc.nat(),
  isWithin: fc.boolean(),
  key: fc.option(name),
  put: fc.option(fc.record({ value: odd })),
});

const mutated = fc
  .tuple(fc.oneof(wellFormed, stated), fc.array(mutation, { minLength: 1, maxLength: 2 }))
  .map(([event, mutations]) => mutations.reduce<unknown>(mutate, event));

describe('the fast check of an event', () => {
  test('accepts no event that the schema refuses or would change', () => {
    const anything = fc.oneof({ weight: 4, arbitrary: mutated }, wellFormed, stated, odd, fc.anything());
    fc.assert(fc.property(anything, expectAgreement), { numRuns: 1000 });
  });

  test('nor anything odd in any one place', () => {
    for (const event of complete) {
      expect(isPlainEvent(event)).toBe(true);
      for (const put of oddities) for (const changed of changedInOnePlace(event, put)) expectAgreement(changed);
    }
  });

  test('passes every event that is well formed, so that a long session does not go through the schema', () => {
    fc.assert(
      fc.property(wellFormed, fc.dictionary(fc.constantFrom('x_vendor', 'note'), value), (event, unknown) => {
        expect(isPlainEvent({ ...event, ...unknown })).toBe(true);
      }),
    );
  });

  test('leaves to the schema what has to become something else, or holds a key without a value', () => {
    expect(isPlainEvent({ type: 'model-called', took_ms: new Double(12) })).toBe(false);
    expect(isPlainEvent({ type: 'closed', at: undefined })).toBe(false);
    expect(isPlainEvent({ type: 'model-called', planned: [{ function: 'a', args: undefined }] })).toBe(false);
  });
});

function expectAgreement(event: unknown): void {
  if (!isPlainEvent(event)) return;
  const parsed = v.safeParse(TaskEventSchema, event);
  expect(parsed.issues).toBeUndefined();
  expect(parsed.output).toStrictEqual(event);
}

/** All results of putting a value at one place of an event, at any depth. */
function changedInOnePlace(here: unknown, put: unknown): readonly unknown[] {
  if (Array.isArray(here)) return here.flatMap((element: unknown) => changedInOnePlace(element, put).map((e) => [e]));
  if (typeof here !== 'object' || here === null) return [];
  return Object.entries(here).flatMap(([key, inner]) =>
    [put, ...changedInOnePlace(inner, put)].map((changed) => ({ ...here, [key]: changed })),
  );
}

/** Valibot leaves these names out of its copies; an event may have them, and nothing reads them. */
function isCopied(key: string): boolean {
  return key !== '__proto__' && key !== 'constructor' && key !== 'prototype';
}

function optional<K extends string>(requiredKeys: K[]): { requiredKeys: K[]; noNullPrototype: true } {
  return { requiredKeys, noNullPrototype: true };
}

function made(
  type: string,
  fields: Record<string, fc.Arbitrary<unknown>>,
  required: string[] = [],
): fc.Arbitrary<Record<string, unknown>> {
  const all: Record<string, fc.Arbitrary<unknown>> = { type: fc.constant(type), ...fields };
  return fc.record(all, optional(['type', ...required]));
}

function mutate(here: unknown, change: Mutation): unknown {
  if (Array.isArray(here)) return here.map((element: unknown) => mutate(element, change));
  if (typeof here !== 'object' || here === null) return here;
  const fields = new Map<string, unknown>(Object.entries(here));
  const present = [...fields.keys()];
  const { isWithin, key: named, put } = change;
  const key = named ?? present[change.place % present.length] ?? 'x';
  const inner = fields.get(key);
  if (isWithin && typeof inner === 'object') fields.set(key, mutate(inner, { ...change, isWithin: false }));
  else if (put === null) fields.delete(key);
  else fields.set(key, put.value);
  return Object.fromEntries(fields);
}
