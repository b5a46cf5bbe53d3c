import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

const usage = { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 };
const user = (content: string) => ({ role: 'user', content, timestamp: 1_767_225_600_000 });
const answer = (stopReason: string, ...content: readonly object[]) => ({
  role: 'assistant',
  content,
  usage,
  stopReason,
});
const text = (said: string) => ({ type: 'text', text: said });
const call = { type: 'toolCall', id: 'c', name: 'bash', arguments: { command: 'ls' } };
const result = { role: 'toolResult', toolCallId: 'c', toolName: 'bash', content: [text('a')], isError: false };
const header = { type: 'session', version: 3, id: 's' };
const line = (id: string, parentId: string | null, message: object) => ({ type: 'message', id, parentId, message });

function sessions(value: unknown) {
  const opened = openNow(JSON.stringify(value));
  if (!opened.ok) throw new Error(opened.problem.message);
  expect(opened.value.importer.id).toBe('pi');
  return opened.value.entries.map((_, index) => {
    const session = openEntry(opened.value, index, systemOf);
    if (!session.ok) throw new Error(session.problem.message);
    const { history, notes } = session.value;
    return {
      turns: history.turns.map(({ kind, label }) => `${kind}: ${label}`),
      first: history.turns[0]?.at,
      calls: history.invocations.map(({ outcome, output }) => [outcome, output]),
      codes: notes.map(({ code }) => code),
    };
  });
}

test('the messages alone are a session, both as a list and as the context that pi sends to a model', () => {
  const messages = [user('go'), answer('toolUse', call), result, answer('stop', text('Done.'))];
  const turns = ['input: go', 'llm: plan: bash', 'capability: bash', 'llm: Done.'];
  for (const value of [messages, { systemPrompt: 'x', messages, tools: [] }]) {
    const [session] = sessions(value);
    expect(session?.turns).toEqual(turns);
    expect(session?.first).toBe('2026-01-01T00:00:00Z');
    expect(session?.calls).toEqual([['successful', 'a']]);
  }
});

test('calls of an answer that was stopped did not run', () => {
  const [session] = sessions([header, line('1', null, user('go')), line('2', '1', answer('aborted', call))]);
  expect(session?.calls).toEqual([['restricted', null]]);
  expect(session?.codes).not.toContain('import/no-result');
});

test('going back and continuing another way gives one session for each way', () => {
  const found = sessions([
    header,
    line('1', null, user('go')),
    line('2', '1', answer('stop', text('One.'))),
    line('3', '1', answer('stop', text('Other.'))),
    { type: 'branch_summary', id: '4', parentId: '3', summary: 'x' },
  ]);
  expect(found.map(({ turns }) => turns)).toEqual([
    ['input: go', 'llm: Other.'],
    ['input: go', 'llm: One.'],
  ]);
  expect(found[0]?.codes).toEqual(expect.arrayContaining(['pi/branches', 'pi/summary']));
});

/** https://github.com/badlogic/pi-mono/blob/main/packages/ai/src/providers/google.ts, `openai-responses.ts` at 989af797 */
test.each([
  ['anthropic-messages', {}, 900],
  // Its client of Gemini counts the cache within the input, as the total shows.
  ['google-generative-ai', { totalTokens: 520 }, 500],
  ['google-generative-ai', { totalTokens: 920 }, 900],
  ['openai-responses', { totalTokens: 920 }, 900],
  // Before version 0.13.1 there is no total; before 0.12.7 the input of OpenAI's models has the cache.
  ['openai-responses', {}, 500, Date.UTC(2025, 11, 2)],
  ['openai-responses', {}, undefined, Date.UTC(2025, 11, 5)],
  ['openai-responses', { cacheRead: 600 }, 1100, Date.UTC(2025, 11, 5)],
])('the prompt of %s with %o has %s tokens', (api, more, prompt, timestamp = Date.UTC(2026, 0, 1)) => {
  const counts = { input: 500, output: 20, cacheRead: 400, cacheWrite: 0, ...more };
  const messages = [user('go'), { ...answer('stop', text('Done.')), api, usage: counts, timestamp }];
  const opened = openNow(JSON.stringify(messages));
  const session = opened.ok ? openEntry(opened.value, 0, systemOf) : opened;
  expect(session.ok && session.value.history.turns[1]?.tokens?.prompt).toBe(prompt);
});
