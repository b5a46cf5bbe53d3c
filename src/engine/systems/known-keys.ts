import { err, ok, type Result } from '../../base/result.ts';
import { listed, nearest } from '../cel/check/suggest.ts';
import type { Problem } from '../model/problem.ts';
import { isRecord, type RecordValue, type Value } from '../model/value.ts';
import type { OperationSpec } from './machine.ts';

/** The keys that an object may have. The value of a key lists the keys of the object inside; null accepts anything inside. */
export interface KnownKeys {
  readonly [key: string]: KnownKeys | null;
}

/** Keys that the start of every system may have. */
const ofEveryStart: KnownKeys = { title: null, importer: null, origin: null, snapshot: null };

/**
 * Refuses a start with a key that its system does not know, because a misspelt key would be ignored silently. Keys that
 * calls or other parts of the start refer to, as in `{"$ref": "given.shared"}`, are the author's own.
 */
export function checkGiven(given: RecordValue, known: KnownKeys, calls: Value = null): Result<null, Problem> {
  const own = new Set([...referredIn(given), ...referredIn(calls)]);
  for (const [key, value] of Object.entries(given)) {
    if (own.has(key) || (Object.hasOwn(ofEveryStart, key) && !Object.hasOwn(known, key))) continue;
    const inside = Object.hasOwn(known, key) ? known[key] : undefined;
    if (inside === undefined) return err(unknownKey('given', key, Object.keys(known)));
    if (inside === null || !isRecord(value)) continue;
    const stranger = Object.keys(value).find((name) => !Object.hasOwn(inside, name));
    if (stranger !== undefined) return err(unknownKey(`given.${key}`, stranger, Object.keys(inside)));
  }
  return ok(null);
}

/**
 * Refuses a script with an argument that its operation does not have, before anything runs. An operation that the system
 * does not have is refused when it is called. A2A scripts may write `artifactId` for `artifact_id`, so the machine decides
 * about other spellings of a parameter.
 */
export function checkArguments(
  calls: readonly { readonly op: string; readonly args?: RecordValue }[],
  operations: readonly OperationSpec[],
): Result<null, Problem> {
  const known = new Map(operations.map(({ name, parameters }) => [name, parameters.map((one) => one.name)]));
  for (const [index, { op, args = {} }] of calls.entries()) {
    const parameters = known.get(op);
    const isKnown = (name: string) =>
      parameters?.includes(name) === true || parameters?.includes(snakeOf(name)) === true;
    const stranger = Object.keys(args).find((name) => !isKnown(name));
    if (parameters !== undefined && stranger !== undefined)
      return err(unknownKey(`do[${index}]: ${op}()`, stranger, parameters));
  }
  return ok(null);
}

const unknownKey = (place: string, key: string, all: readonly string[]): Problem => ({
  code: 'run/unknown-key',
  message: unknownKeyMessage(`“${place}”`, key, all),
});

/** Names the unknown key, the nearest known one, and all known ones. */
export function unknownKeyMessage(place: string, key: string, all: readonly string[]): string {
  // Of `contextId` and `context_id` only the second is listed.
  const known = all.filter((name) => !/[A-Z]/.test(name) || !all.includes(snakeOf(name)));
  const near = nearest(key, known);
  const guess = near === undefined ? '' : ` Did you mean “${near}”?`;
  const takes = known.length === 0 ? 'nothing' : listed(known, 'and', 30);
  return `${place} has no “${key.slice(0, 60)}”.${guess} It takes ${takes}.`;
}

const snakeOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The key after `given.` in every probe, at any depth. */
function referredIn(value: Value): readonly string[] {
  const found: string[] = [];
  const open: Value[] = [value];
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    if (typeof here === 'string') {
      const key = /^given\.([^.[]+)/.exec(here)?.[1];
      if (key !== undefined) found.push(key);
    } else if (Array.isArray(here)) for (const element of here) open.push(element);
    else if (isRecord(here)) for (const element of Object.values(here)) open.push(element);
  }
  return found;
}
