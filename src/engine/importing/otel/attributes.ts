import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { opened } from '../values/written-value.ts';
import { entriesAt, fieldAt, fieldIn, textAt, type Where } from '../values/where.ts';
import { elementsOf, type Placed } from '../values/elements.ts';
import { keyedValue } from './otlp.ts';

/** The attributes of a span or log record under their dotted keys, with the place of each. */
export interface Attributes {
  get(key: string): Value | undefined;
  /** The text under the first of these keys that has a non-empty one. */
  text(...keys: readonly string[]): string | undefined;
  placeOf(key: string): Path | undefined;
  /** A list that was flattened into `prefix.0.…`, `prefix.1.…`, in the order of the numbers. */
  list(prefix: string): readonly { readonly value: Value; readonly place: Path }[];
}

/** `prefix`: the beginning of each key in the file. */
export function readAttributes(written: Value | undefined, place: Path, prefix = ''): Attributes {
  if (typeof written === 'string') {
    const held = opened(written);
    return asText(readAttributes(typeof held === 'string' ? undefined : held, place), place);
  }
  const entries = new Map<string, Placed>();
  elementsOf(written ?? null).forEach((one, index) => {
    // Jaeger's tags do not wrap their values.
    const [key, value] = keyedValue(one) ?? [textAt(one, 'key'), fieldAt(one, 'value') ?? null];
    if (key !== undefined) entries.set(key, { value, place: [...place, index] });
  });
  if (written !== undefined && isRecord(written)) flatten(written, '', place, entries, 0, prefix);
  return {
    get: (key) => entries.get(key)?.value,
    text(...keys) {
      for (const key of keys) {
        const value = entries.get(key)?.value;
        if (typeof value === 'string' && value !== '') return value;
      }
      return undefined;
    },
    placeOf: (key) => entries.get(key)?.place,
    list: (prefix) => listUnder(prefix, entries),
  };
}

/**
 * Attributes at a field, which may be a text of JSON or be within one: the place of all of them is then the text. A table of
 * spans has a column for each attribute instead: `attributes.llm.model_name`.
 */
export function attributesIn(record: Value, field: Where, place: Path): Attributes {
  const found = fieldIn(record, field, place);
  if (found === undefined) return readAttributes(columnsIn(record), place, columnPrefix);
  const attributes = readAttributes(found.value, found.place);
  return found.isInText ? asText(attributes, found.place) : attributes;
}

const columnPrefix = 'attributes.';

const columnsIn = (record: Value): RecordValue =>
  Object.fromEntries(
    Object.entries(isRecord(record) ? record : {}).flatMap(([key, value]) =>
      key.startsWith(columnPrefix) && value !== null ? [[key.slice(columnPrefix.length), value]] : [],
    ),
  );

/** Parts of a text have no place of their own. */
const asText = (attributes: Attributes, place: Path): Attributes => ({
  ...attributes,
  placeOf: (key) => (attributes.get(key) === undefined ? undefined : place),
  list: (prefix) => attributes.list(prefix).map(({ value }) => ({ value, place })),
});

/** The attributes of several records as one: the first record that has an attribute counts. */
export function orElse(first: Attributes, others: readonly Attributes[]): Attributes {
  if (others.length === 0) return first;
  const all = [first, ...others];
  return {
    get: (key) => all.map((one) => one.get(key)).find((value) => value !== undefined),
    text: (...keys) => all.map((one) => one.text(...keys)).find((text) => text !== undefined),
    placeOf: (key) => all.map((one) => one.placeOf(key)).find((place) => place !== undefined),
    list: (prefix) => all.map((one) => one.list(prefix)).find((list) => list.length > 0) ?? [],
  };
}

/** Phoenix nests records where others write keys with dots; both are found by the dotted key. Records are found whole, too. */
function flatten(
  record: RecordValue,
  prefix: string,
  place: Path,
  entries: Map<string, Placed>,
  depth: number,
  before = '',
): void {
  for (const [key, value] of Object.entries(record)) {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    const where = [...place, before + key];
    entries.set(name, { value, place: where });
    if (isRecord(value) && depth < 5) flatten(value, name, where, entries, depth + 1);
  }
}

interface Branch {
  leaf: Value | undefined;
  readonly below: Map<string, Branch>;
}

/** No convention has keys deeper than this. */
const deepest = 24;

function listUnder(prefix: string, entries: ReadonlyMap<string, Placed>): readonly Placed[] {
  const whole = entries.get(prefix);
  if (whole !== undefined && isList(whole.value))
    return entriesAt(whole, '').map((one) => ({ ...one, value: undotted(one.value, 0) }));
  const found = new Map<number, { readonly branch: Branch; place: Path; isContent: boolean }>();
  for (const [key, { value, place }] of entries) {
    if (!key.startsWith(`${prefix}.`)) continue;
    const [index, ...steps] = key.slice(prefix.length + 1).split('.');
    if (index === undefined || !/^\d{1,9}$/.test(index) || steps.length > deepest) continue;
    const branch: Branch = { leaf: undefined, below: new Map() };
    const known = found.get(Number(index)) ?? { branch, place, isContent: false };
    found.set(Number(index), known);
    // An entry is made of several attributes; its place is the one with the text.
    if (!known.isContent && steps.at(-1) === 'content') Object.assign(known, { place, isContent: true });
    plant(known.branch, steps, value);
  }
  return [...found].toSorted(([a], [b]) => a - b).map(([, { branch, place }]) => ({ value: grown(branch), place }));
}

/** Phoenix's tables keep messages as `{"message.role": …, "message.tool_calls": [{"tool_call.id": …}]}`. */
function undotted(value: Value, depth: number): Value {
  if (depth > 3) return value;
  if (isList(value)) return elementsOf(value).map((one) => undotted(one, depth + 1));
  if (!isRecord(value) || !Object.keys(value).some((key) => /^(?:message|tool_call)\./.test(key))) return value;
  const root: Branch = { leaf: undefined, below: new Map() };
  for (const [key, inner] of Object.entries(value)) plant(root, key.split('.'), undotted(inner, depth + 1));
  return grown(root);
}

function plant(root: Branch, steps: readonly string[], value: Value): void {
  let branch = root;
  for (const step of steps) {
    const next: Branch = branch.below.get(step) ?? { leaf: undefined, below: new Map() };
    branch.below.set(step, next);
    branch = next;
  }
  branch.leaf = value;
}

/** A record whose keys are all numbers was a list, sorted by number: 10 comes after 9. */
function grown({ leaf, below }: Branch): Value {
  if (below.size === 0) return leaf ?? null;
  const keys = [...below.keys()];
  if (keys.every((key) => /^\d{1,9}$/.test(key))) {
    return [...below].toSorted(([a], [b]) => Number(a) - Number(b)).map(([, branch]) => grown(branch));
  }
  return Object.fromEntries([...below].map(([key, branch]) => [key, grown(branch)]));
}
