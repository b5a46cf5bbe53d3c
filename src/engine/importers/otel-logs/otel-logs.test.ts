import { expect, test } from 'vitest';
import { openEntry } from '../../open-text.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

const printed = {
  body: 'hello',
  severity_number: 9,
  attributes: {},
  timestamp: '2025-01-31T12:29:57Z',
  trace_id: '0x0',
};

test('log records that tell of no model are known for what they are, and the spans are asked for', () => {
  const opened = openNow(JSON.stringify([printed, printed]));
  expect(opened.ok ? '' : opened.problem.code).toBe('otel-logs/no-turns');
  expect(opened.ok ? '' : opened.problem.message).toMatch(/^These are 2 log records of OpenTelemetry, and none /);
});

test('a trace without events about a model is left beside one that has them', () => {
  const event = {
    ...printed,
    trace_id: '0x1',
    event_name: 'gen_ai.user.message',
    body: { content: 'hello' },
  };
  const opened = openNow(JSON.stringify([printed, event]));
  expect(opened.ok && opened.value.entries.map(({ title }) => title)).toEqual(['hello']);
});

test.each([
  ['a body that is JSON as text', JSON.stringify({ content: 'hello' }), JSON.stringify({ message: { content: 'hi' } })],
  [
    'ADK’s bodies, which hold a message of Gemini',
    { content: { role: 'user', parts: [{ text: 'hello' }] } },
    { index: 0, content: { role: 'model', parts: [{ text: 'hi' }] } },
  ],
])('%s is read', (_, asked, answered) => {
  const event = (name: string, body: unknown) => ({ ...printed, trace_id: '0x1', event_name: name, body });
  const opened = openNow(JSON.stringify([event('gen_ai.user.message', asked), event('gen_ai.choice', answered)]));
  const session = opened.ok ? openEntry(opened.value, 0, systemOf) : opened;
  expect(session.ok && session.value.history.turns.map(({ label }) => label)).toEqual(['hello', 'hi']);
});
