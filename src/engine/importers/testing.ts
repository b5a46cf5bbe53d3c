import fc from 'fast-check';
import { Double, isRecord } from '../model/value.ts';
import type { RecordValue, Value } from '../model/value.ts';
import type { Importer, Read } from './importer.ts';
import { importers } from './registry.ts';

const reads = new Map(
  await Promise.all(importers.map(async (importer) => [importer.id, await importer.load()] as const)),
);

/** The code of an importer, without waiting for it. */
export function readNow({ id }: Importer): Read {
  const read = reads.get(id);
  if (read === undefined) throw new Error(`${id} is in no registry`);
  return read;
}

/** One change somewhere in a parsed document. `steps` lead there: each picks an entry, counted round. */
export interface Mutation {
  readonly steps: readonly number[];
  readonly kind: 'replace' | 'remove' | 'repeat' | 'swap';
  readonly value: Value;
}

function nested(depth: number): Value {
  let value: Value = 'core';
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { content: value };
  return value;
}

const hostile: readonly Value[] = [
  null,
  true,
  0,
  -1,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  12n ** 30n,
  new Double(3),
  '',
  'Error: no',
  '{"a": 1',
  '[NaN]',
  '2026-13-45T99:99:99',
  'x'.repeat(20_000),
  [],
  {},
  [null, 1, 'text', {}],
  { role: 'assistant', content: [{ type: 'text' }, 7], tool_calls: [{}, null, { function: {} }] },
  { role: 'tool', tool_call_id: 'nobody', content: { deep: [] } },
  { type: 'function_call_output', call_id: 'nobody', output: [{ text: '{}' }] },
  JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1, "toString": null}') as Value, // plain JSON
  new Uint8Array([1, 2]),
  nested(400),
];

export const mutation: fc.Arbitrary<Mutation> = fc.record({
  steps: fc.array(fc.nat(500), { maxLength: 7 }),
  kind: fc.constantFrom('replace', 'remove', 'repeat', 'swap'),
  value: fc.constantFrom(...hostile),
});

export function mutate(value: Value, { steps, ...change }: Mutation): Value {
  const [step, ...rest] = steps;
  if (step === undefined) return change.kind === 'replace' ? change.value : value;
  if (Array.isArray(value)) return mutateList(value, step, { ...change, steps: rest });
  if (isRecord(value)) return mutateRecord(value, step, { ...change, steps: rest });
  return change.kind === 'replace' ? change.value : value;
}

function mutateList(list: readonly Value[], step: number, change: Mutation): Value {
  if (list.length === 0) return [change.value];
  const index = step % list.length;
  const element = list[index] ?? null;
  if (change.steps.length > 0) return list.with(index, mutate(element, change));
  switch (change.kind) {
    case 'replace':
      return list.with(index, change.value);
    case 'remove':
      return list.toSpliced(index, 1);
    case 'repeat':
      return list.toSpliced(index, 0, element);
    default:
      return list.with(index, list[0] ?? null).with(0, element);
  }
}

function mutateRecord(record: RecordValue, step: number, change: Mutation): Value {
  const keys = Object.keys(record);
  const key = keys[step % Math.max(keys.length, 1)];
  if (key === undefined) return { content: change.value };
  const entries = Object.entries(record);
  if (change.steps.length > 0 || change.kind === 'replace') {
    return Object.fromEntries(entries.map(([name, value]) => [name, name === key ? mutate(value, change) : value]));
  }
  if (change.kind === 'remove') return Object.fromEntries(entries.filter(([name]) => name !== key));
  return Object.fromEntries(entries.map(([name, value]) => [name === key ? `${name}_` : name, value]));
}
