import fc from 'fast-check';
import { Double, isRecord } from '../../../model/value.ts';
import type { RecordValue, Value } from '../../../model/value.ts';
import type { Document } from '../../../readers/document.ts';

/** One change in a parsed document. Each of the `steps` to its place selects an entry, modulo the number of entries. */
export interface ValueMutation {
  readonly kind: 'replace' | 'remove' | 'repeat' | 'swap' | 'reorder' | 'retype' | 'rename' | 'graft';
  readonly steps: readonly number[];
  /** The new value for `replace`. */
  readonly value: Value;
  /** The new key for `rename`. */
  readonly key: string;
}

/** One change of a text. Its place is a share of the text's length, in millionths. */
export interface TextMutation {
  readonly kind: 'overwrite' | 'insert' | 'remove' | 'repeat' | 'cut';
  readonly at: number;
  /** The number of UTF-16 units that are removed or repeated. */
  readonly length: number;
  /** The text that overwrites the original or is inserted. */
  readonly fragment: string;
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
  1e308,
  12n ** 30n,
  new Double(3),
  '',
  'Error: no',
  '{"a": 1',
  '[NaN]',
  '\uD800',
  '2026-13-45T99:99:99',
  '+275760-09-13T00:00:00.001Z',
  'x'.repeat(20_000),
  [],
  {},
  [null, 1, 'text', {}],
  { role: 'assistant', content: [{ type: 'text' }, 7], tool_calls: [{}, null, { function: {} }] },
  { role: 'tool', tool_call_id: 'nobody', content: { deep: [] } },
  { type: 'function_call_output', call_id: 'nobody', output: [{ text: '{}' }] },
  JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1, "toString": null}') as Value, // plain JSON
  // These break code that converts a value to a text or a number without checking its type.
  JSON.parse('{"toString": null, "valueOf": 1}') as Value, // likewise
  JSON.parse('[{"toString": 1}]') as Value, // likewise
  new Uint8Array([1, 2]),
  nested(1_000),
];

const hostileKeys = ['__proto__', 'constructor', 'toString', 'length', '', 'role', 'type', 'content', 'a.b[0]'];

export const valueMutation: fc.Arbitrary<ValueMutation> = fc.record({
  kind: fc.constantFrom('replace', 'replace', 'remove', 'repeat', 'swap', 'reorder', 'retype', 'rename', 'graft'),
  steps: fc.array(fc.nat(500), { maxLength: 9 }),
  value: fc.constantFrom(...hostile),
  key: fc.constantFrom(...hostileKeys),
});

const fragments = [
  '"',
  "'",
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '(',
  '\n',
  '\r\n\r\n',
  '\u0000',
  '\uFEFF',
  '\uDC00',
  '\u2028',
  '…',
  '```',
  'NaN',
  '-',
  '1e999',
  '9'.repeat(400),
  'null,',
  '"__proto__": {"polluted": true},',
  '[{"":'.repeat(1_500),
  '('.repeat(1_500),
  'data: ',
  '<object at 0x7f>',
];

export const textMutation: fc.Arbitrary<TextMutation> = fc.record({
  kind: fc.constantFrom('overwrite', 'insert', 'remove', 'repeat', 'cut'),
  at: fc.nat(1_000_000),
  length: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 400 })),
  fragment: fc.oneof(fc.constantFrom(...fragments), fc.string({ minLength: 1, maxLength: 2, unit: 'binary' })),
});

export function mutatedText(text: string, { kind, at, length, fragment }: TextMutation): string {
  const start = Math.floor((text.length * at) / 1_000_000);
  const before = text.slice(0, start);
  switch (kind) {
    case 'overwrite':
      return before + fragment + text.slice(start + fragment.length);
    case 'insert':
      return before + fragment + text.slice(start);
    case 'remove':
      return before + text.slice(start + length);
    case 'repeat':
      return before + text.slice(start, start + length) + text.slice(start);
    default:
      return before;
  }
}

/** Applies the changes to the document. Changed records keep their type names, because importers use them. */
export function mutatedDocument(document: Document, mutations: readonly ValueMutation[]): Document {
  const originals = new WeakMap<object, object>();
  const root = document.value;
  const value = mutations.reduce((sum, mutation) => mutate(sum, mutation.steps, { mutation, root, originals }), root);
  const originalOf = (one: object): object => {
    let original = one;
    for (let next = originals.get(original); next !== undefined; next = originals.get(original)) original = next;
    return original;
  };
  return { ...document, value, typeName: (record) => document.typeName(originalOf(record)) };
}

interface Change {
  readonly mutation: ValueMutation;
  readonly root: Value;
  /** Maps a changed copy to its original. */
  readonly originals: WeakMap<object, object>;
}

function mutate(value: Value, steps: readonly number[], change: Change): Value {
  const [step, ...rest] = steps;
  if (step === undefined) return changed(value, change);
  if (Array.isArray(value) && value.length > 0) {
    const list: readonly Value[] = value;
    return copied(list, mutateList(list, step % list.length, rest, change), change);
  }
  if (isRecord(value) && Object.keys(value).length > 0)
    return copied(value, mutateRecord(value, step, rest, change), change);
  return changed(value, change);
}

function copied<T extends object>(original: object, copy: T, { originals }: Change): T {
  if (copy !== original) originals.set(copy, original);
  return copy;
}

/** Changes the value itself; its list or record handles changes to its position or key. */
function changed(value: Value, { mutation, root }: Change): Value {
  switch (mutation.kind) {
    case 'replace':
      return mutation.value;
    case 'retype':
      return retyped(value);
    case 'graft':
      return root;
    case 'reorder':
      return Array.isArray(value)
        ? value.toReversed()
        : isRecord(value)
          ? fromEntries(Object.entries(value).toReversed())
          : value;
    default:
      return value;
  }
}

function retyped(value: Value): Value {
  if (typeof value === 'string') return Number(value) || [value];
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return fromEntries(value.map((element: Value, index) => [String(index), element]));
  if (isRecord(value)) return Object.values(value);
  return [value];
}

function mutateList(list: readonly Value[], index: number, rest: readonly number[], change: Change): readonly Value[] {
  const element = list[index] ?? null;
  if (rest.length > 0) return list.with(index, mutate(element, rest, change));
  switch (change.mutation.kind) {
    case 'remove':
      return list.toSpliced(index, 1);
    case 'repeat':
      return list.toSpliced(index, 0, element);
    case 'swap':
      return list.with(index, list[0] ?? null).with(0, element);
    default:
      return list.with(index, changed(element, change));
  }
}

function mutateRecord(record: RecordValue, step: number, rest: readonly number[], change: Change): RecordValue {
  const entries = Object.entries(record);
  const index = step % entries.length;
  const [key, value] = entries[index] ?? ['', null];
  const { kind, key: other } = change.mutation;
  if (rest.length > 0) return fromEntries(entries.with(index, [key, mutate(value, rest, change)]));
  switch (kind) {
    case 'remove':
      return fromEntries(entries.toSpliced(index, 1));
    case 'rename':
      return fromEntries(entries.with(index, [other, value]));
    case 'repeat':
      return fromEntries([...entries, [other, value]]);
    case 'swap': {
      const [firstKey, first] = entries[0] ?? ['', null];
      return fromEntries(entries.with(index, [key, first]).with(0, [firstKey, value]));
    }
    default:
      return fromEntries(entries.with(index, [key, changed(value, change)]));
  }
}

/** `Object.fromEntries` creates own keys, even for `__proto__`. */
const fromEntries = (entries: Iterable<readonly [string, Value]>): RecordValue => Object.fromEntries(entries);
