import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from '../../cel/index.ts';
import { countOr } from '../../fuzz/testing.ts';
import { reopened } from '../../leaving/cut.ts';
import { judgedBy, leavingOf } from '../../leaving/testing.ts';
import { defaultDecisions } from '../../model/decisions.ts';
import { formatPath, type Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { openText } from '../../opening/open-text.ts';
import { openEntry, type OpenSession } from '../../opening/open-session.ts';
import type { Rule } from '../../rules/rule.ts';
import { verdictAt } from '../../rules/verdict-at.ts';
import { systemOf } from '../../systems/systems.ts';
import { firstSession } from '../../testing.ts';
import { fixtures } from './testing.ts';

/** Leaving out fields opens a session many times, so only short recordings are tried. */
const short = fixtures.filter(({ text }) => text.length < 20_000);

async function opened(text: string): Promise<OpenSession | null> {
  const read = await openText(text);
  const entry = read.ok && read.value.entries.length > 0 ? openEntry(read.value, 0, systemOf) : null;
  return entry?.ok === true ? entry.value : null;
}

/** A text or number in the arguments of a call. */
interface Argument {
  readonly turn: number;
  readonly function: string;
  readonly input: Value;
  readonly path: Path;
}

function argumentsOf({ history }: OpenSession): readonly Argument[] {
  return history.turns.flatMap(({ index, invocation }) => {
    const call = invocation === undefined ? undefined : history.invocations[invocation];
    if (call?.input === undefined || !isRecord(call.input)) return [];
    const { input, function: name } = call;
    return leavesOf(input, []).map((path) => ({ turn: index, function: name, input, path }));
  });
}

function leavesOf(value: Value, path: Path): readonly Path[] {
  if (isRecord(value)) return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
  return typeof value === 'string' || typeof value === 'number' ? [path] : [];
}

/** Also of integers beyond those of JSON in JavaScript. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `${one}n` : one));

const marker = 'unread-4711';

/** The session with one more field beside the argument, whose name ends like the path that a rule reads. */
function withUnread(open: OpenSession, { input, path }: Argument): OpenSession | null {
  const wanted = textOf(input);
  const last = String(path.at(-1));
  const plant = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plant);
    if (typeof value !== 'object' || value === null) return value;
    if (textOf(value) === wanted) return { ...value, other_side: { [last]: marker } };
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plant(inner)]));
  };
  const planted = reopened(open, { ...open.session, events: open.session.events.map(plant) });
  return planted !== null && textOf(planted.session.events).includes(marker) ? planted : null;
}

let tried = 0;

test('only what a rule reads stays, every verdict too, and not a field of the same name elsewhere', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...short), fc.nat(), async ({ text }, choice) => {
      const open = await opened(text);
      const all = open === null ? [] : argumentsOf(open);
      const one = all[choice % Math.max(1, all.length)];
      if (open === null || one === undefined) return;
      const session = withUnread(open, one);
      const read = formatPath(['input', ...one.path]);
      if (session === null || parse(read).problems.length > 0) return;
      tried++;
      const value: Rule = { expression: read, hook: 'middleware.before', match: one.function, yields: 'value' };
      const before = verdictAt(session, value, one.turn, defaultDecisions);
      const rule: Rule = { expression: `${read} != "x"`, hook: value.hook, match: value.match };
      const { text: left, proof } = await leavingOf(session, { onlyRead: true, kinds: [] }, judgedBy(rule));
      expect(proof).toMatchObject({ judges: 1, differingTurns: 0 });
      expect(left).not.toContain(marker);
      expect(verdictAt(firstSession(left).session, value, one.turn, defaultDecisions)).toEqual(before);
    }),
    { numRuns: Math.ceil(countOr(2_500) / 100) },
  );
  expect(tried).toBeGreaterThan(3);
});
