import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { firstSession, openNow } from '../testing.ts';

const snapshot = readFileSync(
  new URL('../importers/task-snapshot/fixtures/composed-refund-agent.python.txt', import.meta.url),
  'utf8',
).trim();
const { session } = firstSession(snapshot);

const codesOf = (text: string) => firstSession(text).session.notes.map(({ severity, code }) => `${severity} ${code}`);

test.each([
  ['behind a name', `('ctx', ${snapshot})`],
  ['beside other locals of a traceback', `ctx = ${snapshot}\nself = <agent.Agent object at 0x7f3a>\nturn = 3\n`],
  ['behind a number in brackets', `[3]: ctx.to_dict()\n${snapshot}\n[4]:\n`],
  ['beside an object', `<Response [200]>\n${snapshot}`],
  ['as the items of a dict', `dict_items([('ctx', ${snapshot})])`],
])('a context is opened %s', (_, text) => {
  expect(firstSession(text).session.session.events).toEqual(session.session.events);
});

test('contexts that were given names are a session each', () => {
  const opened = openNow(`before = ${snapshot}\nafter = ${snapshot}\n`);
  expect(opened.ok && opened.value.entries).toHaveLength(2);
});

test('the report names values that are left out', () => {
  expect(codesOf(`('ctx', 3, ${snapshot})`)).toContain('lost log/among');
  expect(codesOf(`before = ${snapshot}\nafter = ${snapshot}\n`)).not.toContain('lost log/among');
});

test('places are those in the whole text', () => {
  const text = `('ctx', ${snapshot})`;
  const { opened } = firstSession(text);
  const place = opened.document.locate(['context', 'user', 'id']) ?? opened.document.locate(['user', 'id']);
  expect(place && text.slice(place.start, place.end)).toMatch(/^'u-\d+'$/);
});

test('a known value that is a small part of an unknown one is not read', () => {
  const text = `{'x': ${snapshot}, 'y': '${'words '.repeat(2000)}'}`;
  expect(openNow(text).ok).toBe(false);
});
