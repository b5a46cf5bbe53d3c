import { expect, test } from 'vitest';
import { unhurried } from '../../base/pace.ts';
import { leftOut } from './left-out.ts';
import type { Value } from '../model/value.ts';
import { openEntry } from './open-session.ts';
import { systemOf } from '../systems/systems.ts';
import { openNow } from '../testing.ts';

async function leftOutOf(document: unknown) {
  const open = openNow(JSON.stringify(document));
  if (!open.ok) throw new Error(open.problem.message);
  const session = openEntry(open.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  return leftOut(open.value.document.value, [session.value.session], unhurried);
}

const chat = [
  { role: 'system', content: 'Answer briefly.' },
  { role: 'user', content: 'how much?' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'c1', type: 'function', function: { name: 'price', arguments: '{"item": "tea pot", "n": 2000}' } },
    ],
  },
  { role: 'tool', tool_call_id: 'c1', content: '{"sum": 4711, "note": "per piece"}' },
  { role: 'assistant', content: 'They cost 4711.' },
];

test('a field that is in no session is named, with its place, its beginning, and its size', async () => {
  const { fields } = await leftOutOf({
    messages: chat,
    price_list: [{ vendor: 'Teapots & Co' }, { vendor: 'Kettle' }],
  });
  expect(fields).toContainEqual({
    field: 'price_list[].vendor',
    values: 2,
    of: 2,
    characters: 18,
    first: 'price_list[0].vendor',
    example: 'Teapots & Co',
  });
});

test('messages, calls and results are in the session, and a JSON text counts as a text', async () => {
  const { fields, kinds, ids } = await leftOutOf({ messages: [...chat, ...chat.slice(1)] });
  expect(fields.map(({ field }) => field)).toEqual(['messages[].content']);
  expect(fields[0]).toMatchObject({ values: 1, of: 7, example: 'Answer briefly.' });
  expect([...kinds, ...ids]).toEqual([
    'messages[].role',
    'messages[].tool_calls[].type',
    'messages[].tool_calls[].id',
    'messages[].tool_call_id',
  ]);
});

test('one short text that is lost among many that are found is no kind', async () => {
  const rule = { role: 'system', content: 'Paris' };
  const { fields } = await leftOutOf({ messages: [rule, ...chat, ...chat.slice(1), ...chat.slice(1)] });
  expect(fields.find(({ field }) => field === 'messages[].content')).toMatchObject({ values: 2, example: 'Paris' });
});

test('values within a JSON text are compared', async () => {
  const { fields } = await leftOutOf({ messages: chat, log: [{ body: '{"error": {"why": "no such shelf"}}' }] });
  expect(fields.map(({ field, first }) => [field, first])).toContainEqual(['log[].body → error.why', 'log[0].body']);
});

const session = (events: Value) => ({ header: { title: 't' }, events: [events] });

test('times are compared as moments, in any spelling', async () => {
  const held = session({ at: '2026-03-14T08:00:00Z', text: 'one\ntwo' });
  const instants = [
    1773475200,
    '1773475200000',
    1773475200000000000n,
    '2026-03-14T09:00:00+01:00',
    '2026-03-14 08:00:00',
  ];
  expect(await leftOut({ instants, said: 'two\n\none' }, [held], unhurried)).toMatchObject({
    fields: [],
    kinds: [],
    ids: [],
  });
});

test('names of files and hashes as keys are one field', async () => {
  const files = { 'src/a/one.ts': { when: 'on a Monday' }, 'src/b/two.ts': { when: 'on a Tuesday' } };
  const { fields } = await leftOut({ files }, [], unhurried);
  expect(fields).toMatchObject([{ field: 'files["…"].when', values: 2, first: 'files["src/a/one.ts"].when' }]);
});

test('a value nested ten thousand deep is compared like any other', async () => {
  let deep: Value = 'at the bottom';
  for (let level = 0; level < 10_000; level++) deep = [deep];
  const { fields } = await leftOut(deep, [], unhurried);
  expect(fields[0]).toMatchObject({ values: 1, example: 'at the bottom' });
});

test('a sum that follows from the session’s events is not left out', async () => {
  const held = { header: { title: 't' }, events: [], derived: [12] } as const;
  const { fields } = await leftOut({ count_successful: 12, count_errored: 13 }, [held], unhurried);
  expect(fields.map(({ field }) => field)).toEqual(['count_errored']);
});

test('a field that holds a credential is named without its value', async () => {
  const { fields } = await leftOutOf({ messages: chat, request: { headers: { authorization: 'Bearer SECRET' } } });
  const headers = fields.filter(({ field }) => field.startsWith('request.headers'));
  expect(headers.map(({ field }) => field)).toEqual(['request.headers.authorization']);
  expect(JSON.stringify(fields)).not.toContain('SECRET');
});

test('pieces of a streamed text are found in the whole text', async () => {
  const held = session({ text: 'It is 21 degrees, so take no coat.' });
  const streamed = ['It is ', '21 degrees, ', 'so take no coat.', 'And more', ' of it.'].map((delta) => ({ delta }));
  const { fields } = await leftOut({ streamed }, [held], unhurried);
  expect(fields).toEqual([
    {
      field: 'streamed[].delta',
      values: 2,
      of: 5,
      characters: 15,
      first: 'streamed[3].delta',
      example: 'And more',
    },
  ]);
});
