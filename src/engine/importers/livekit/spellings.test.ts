import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

const text = readFileSync(new URL('fixtures/composed-history.json', import.meta.url), 'utf8');
const python = JSON.parse(text) as { readonly items: readonly Readonly<Record<string, unknown>>[] }; // the fixture's own shape

function openedContext(value: unknown) {
  const source = openNow(JSON.stringify(value));
  if (!source.ok) throw new Error(source.problem.message);
  expect(source.value.importer.id).toBe('livekit');
  const read = openEntry(source.value, 0, systemOf);
  if (!read.ok) throw new Error(read.problem.message);
  const { session, history } = read.value;
  return { events: session.events, turns: history.turns, invocations: history.invocations };
}

/** The spelling of the Node library: camelCase, `args`, milliseconds. */
const node = {
  items: python.items.map((item) =>
    Object.fromEntries(
      Object.entries(item).map(([key, value]) => {
        if (key === 'created_at') return ['createdAt', Math.round(Number(value) * 1000)];
        const name = key === 'arguments' ? 'args' : key;
        return [name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), value];
      }),
    ),
  ),
};

test('contexts of the Node and Python libraries are read the same: errors, times, interruptions and handoffs', () => {
  expect(openedContext(python).invocations.map(({ outcome }) => outcome)).toContain('errored');
  expect(openedContext(node)).toEqual(openedContext(python));
});
