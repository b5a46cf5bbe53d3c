import { evaluate, parse } from 'cel-js';
import { err, ok } from '../../../base/result.ts';
import { formatDuration, formatTimestamp } from '../../cel/evaluate/time.ts';
import type { Prepare } from '../engine.ts';
import { Giving, type Reading, taken } from '../exchange.ts';

export const prepare: Prepare = (text) => {
  const tree = parse(text);
  if (!tree.isSuccess) return err(tree.errors.join(' ') || 'It does not parse.');
  const giving = new Giving({
    int: Number,
    uint: Number,
    // It has no types for these. Recordings and JSON hold them as texts.
    timestamp: formatTimestamp,
    duration: formatDuration,
    bytes: (bytes) => plainList([...bytes]),
    list: plainList,
    map: plainMap,
  });
  return ok((variables) => {
    const scope = plainMap([...variables].map(([name, value]) => [name, giving.give(value)]));
    // Its messages print the scope; a scope may be very large.
    Object.defineProperty(scope, 'toJSON', { value: () => '…' });
    return taken(evaluate(tree.cst, scope, noMembers), reading);
  });
};

/** It looks fields up as members of JavaScript, so what it is given has no prototype. */
function plainMap(entries: readonly (readonly [unknown, unknown])[]): Record<string, unknown> {
  const made = Object.create(null) as Record<string, unknown>; // `create` returns any
  for (const [key, value] of entries) made[String(key)] = value;
  return made;
}

/** The methods of lists that it calls itself. */
const { every, filter, includes, map, some, [Symbol.iterator]: iterator } = Array.prototype;
const listMembers: unknown = Object.freeze(
  Object.assign(Object.create(null), { every, filter, includes, map, some, [Symbol.iterator]: iterator }),
);

function plainList(elements: readonly unknown[]): readonly unknown[] {
  return Object.setPrototypeOf(elements, listMembers as object) as readonly unknown[]; // returns its first argument
}

/** It looks functions up as members, too, and would call `constructor(…)` and the like. */
const noMembers = Object.fromEntries(
  Object.getOwnPropertyNames(Object.prototype).map((name) => [name, undefined]),
) as unknown as Record<string, CallableFunction>; // it lacks a function that is undefined

/** It has one kind of number: a whole one counts as an int. */
const reading: Reading = { number: (value) => value, own: () => undefined };
