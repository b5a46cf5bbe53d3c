import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { unhurried } from '../base/pace.ts';
import { fixtures } from '../engine/importers/battery/testing.ts';
import { writeSessionFile } from '../engine/model/session-file.ts';
import { openEntry } from '../engine/opening/open-session.ts';
import { systemOf } from '../engine/systems/systems.ts';
import { firstSession, openNow } from '../engine/testing.ts';
import { leftOutOfText } from './left-out-of-text.ts';
import { lookAt } from './look.ts';

async function fieldsLeftOut(text: string) {
  const opened = openNow(text);
  if (!opened.ok) throw new Error(opened.problem.message);
  const session = openEntry(opened.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  const { fields } = await leftOutOfText(lookAt(opened.value), session.value, unhurried);
  return { fields, notes: session.value.notes, importer: session.value.importer.id };
}

const chat = {
  messages: [
    { role: 'user', content: 'How much is the tea pot in the window, and is it still to be had?' },
    { role: 'assistant', content: 'It costs 4711.' },
  ],
};

test('a recording in one field of a log is compared with the whole log', async () => {
  const lines = ['first', 'second'].map((name) => ({
    severity: 'INFO',
    receivedBy: `collector ${name}`,
    jsonPayload: { ...chat, model: 'm' },
  }));
  const { fields, notes } = await fieldsLeftOut(lines.map((line) => JSON.stringify(line)).join('\n'));
  expect(notes.find(({ code }) => code === 'log/field')?.severity).toBe('lost');
  expect(fields).toContainEqual(
    expect.objectContaining({ field: '[].receivedBy', values: 2, first: '[0].receivedBy', example: 'collector first' }),
  );
});

test.each(['composed-refund-agent.json', 'composed-support-agent.json'])(
  'the turns of the task snapshot %s are not reported as left out',
  async (name) => {
    const text = readFileSync(new URL(`../engine/importers/task-snapshot/fixtures/${name}`, import.meta.url), 'utf8');
    const { fields } = await fieldsLeftOut(text);
    expect(fields.map(({ field }) => field).filter((field) => field.includes('_history'))).toEqual([]);
  },
);

test.each(fixtures)('the session file made from $owner/fixtures/$name leaves nothing out', async ({ text }) => {
  const { session } = firstSession(text).session;
  const { fields, importer } = await fieldsLeftOut(writeSessionFile(session));
  expect(importer).toBe('session-file');
  expect(fields).toEqual([]);
});

test.each([
  ['JSON', ['{"role": "user", "content": "one?"}', '{"role": "assistant", "content": "two.", "mood": "glad"}']],
  ['Python', ["{'role': 'user', 'content': 'one?'}", "{'role': 'assistant', 'content': 'two.', 'mood': 'glad'}"]],
])('of messages encoded as %s, only a field that no turn has is left out', async (_, messages) => {
  const { fields } = await fieldsLeftOut(JSON.stringify({ messages, owner: 'the night shift' }));
  expect(fields.map(({ field }) => field).toSorted()).toEqual(['messages[].mood', 'owner']);
});

test.each(['submitted', 'working'])(
  'the state of a task that is only %s is shown, so it is not left out',
  async (state) => {
    const { fields } = await fieldsLeftOut(
      JSON.stringify({ id: 't1', contextId: 'c1', kind: 'task', status: { state } }),
    );
    expect(fields.map(({ field }) => field)).toEqual([]);
  },
);

/** `usage` is the provider's count for the only answer. */
const exchange = (usage: Record<string, unknown>) => ({
  request: { model: 'm', messages: [{ role: 'user', content: 'How much is it?' }] },
  response: {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: 'm',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'It costs 4711.' } }],
    usage,
  },
});

test('token counts that are sums or parts of those in the session are not reported as left out', async () => {
  const counts = {
    prompt_tokens: 8856,
    completion_tokens: 113,
    prompt_cache_hit_tokens: 8017,
    prompt_cache_miss_tokens: 839,
  };
  const { fields } = await fieldsLeftOut(JSON.stringify(exchange({ ...counts, total_tokens: 8969 })));
  expect(fields.map(({ field }) => field).filter((field) => field.includes('usage'))).toEqual([]);
});

test('a token count that nothing in the session adds up to is reported as left out', async () => {
  const counts = { prompt_tokens: 8856, completion_tokens: 113, total_tokens: 8969, audio_tokens: 4321 };
  const { fields } = await fieldsLeftOut(JSON.stringify(exchange(counts)));
  expect(fields.map(({ field }) => field).filter((field) => field.includes('usage'))).toEqual([
    'response.usage.audio_tokens',
  ]);
});
