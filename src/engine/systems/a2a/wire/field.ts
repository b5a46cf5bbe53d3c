import { entry, isList, isRecord, type RecordValue, type Value } from '../../../model/value.ts';

/** A field by its name on the wire, or as Python's models print it: `contextId` or `context_id`. */
export function fieldAt(value: RecordValue, name: string): Value | undefined {
  const found = entry(value, name);
  if (found !== undefined && found !== null) return found;
  const snake = snakeOf(name);
  return snake === name ? found : (entry(value, snake) ?? found);
}

/** A cache: the names on the wire are few and converted for every message. */
const snakes = new Map<string, string>();

export function snakeOf(name: string): string {
  const known = snakes.get(name);
  if (known !== undefined) return known;
  const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  snakes.set(name, snake);
  return snake;
}

/** The other way round: `context_id` as `contextId`. */
export const camelOf = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** The object with its own keys in Python's spelling and unchanged values; the same object when nothing changes. */
export function inSnakeCase(record: RecordValue, isKnown: (name: string) => boolean = () => true): RecordValue {
  const renamed = (key: string) => {
    const snake = snakeOf(key);
    return snake !== key && !Object.hasOwn(record, snake) && isKnown(snake) ? snake : key;
  };
  if (Object.keys(record).every((key) => renamed(key) === key)) return record;
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [renamed(key), value]));
}

/** Version 1.0 writes "" for an absent text. */
export function textAt(value: RecordValue, name: string): string | undefined {
  const text = fieldAt(value, name);
  return typeof text === 'string' && text !== '' ? text : undefined;
}

export function textsAt(value: RecordValue, name: string): readonly string[] {
  const list = fieldAt(value, name);
  return list !== undefined && isList(list) ? [...list].filter((element) => typeof element === 'string') : [];
}

export function recordAt(value: RecordValue, name: string): RecordValue {
  const found = fieldAt(value, name);
  return found !== undefined && isRecord(found) ? found : {};
}

/** Empty metadata counts as absent. */
export function metadataAt(value: RecordValue): { readonly metadata?: RecordValue } {
  const metadata = recordAt(value, 'metadata');
  return Object.keys(metadata).length > 0 ? { metadata } : {};
}

/**
 * Libraries wrap values that can be one of several kinds: Python's models `Part(root=TextPart(…))`, JavaScript's objects
 * `{content: {$case: "text", value: …}, filename, …}`.
 */
export function unwrapped(value: Value): Value {
  if (!isRecord(value)) return value;
  const root = entry(value, 'root');
  if (root !== undefined && isRecord(root)) return root;
  const { content, ...others } = value;
  const chosen = content === undefined ? undefined : chosenIn(content);
  return chosen === undefined ? value : { ...others, [chosen.name]: chosen.value };
}

/** The JavaScript library's form of a value of one of several kinds: `{$case: "task", value: {…}}`. */
export function chosenIn(value: Value): { readonly name: string; readonly value: Value } | undefined {
  const name = isRecord(value) ? entry(value, '$case') : undefined;
  const chosen = isRecord(value) ? entry(value, 'value') : undefined;
  return typeof name === 'string' && chosen !== undefined ? { name, value: chosen } : undefined;
}

/** A text that is not empty. */
export const textOf = (value: Value | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
