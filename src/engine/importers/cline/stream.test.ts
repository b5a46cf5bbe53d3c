import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

// The command line of Cline at 21cb8d25: apps/cli/src/runtime/run-agent.ts, and runtime-event-adapter.ts for the events.
const line = (more: object, second: number) => JSON.stringify({ ts: `2026-08-22T10:00:0${second}.000Z`, ...more });
const piece = (text: string) => ({ type: 'content_start', contentType: 'text', text });
const call = (toolCallId: string) => ({
  type: 'content_start',
  contentType: 'tool',
  toolName: 'read_files',
  toolCallId,
  input: { path: toolCallId },
});
const end = (toolCallId: string, more: object) => ({ type: 'content_end', contentType: 'tool', toolCallId, ...more });
const events = [
  { type: 'iteration_start', iteration: 1 },
  piece('I re'),
  piece('ad.'),
  { type: 'usage', inputTokens: 1000, outputTokens: 50, cacheReadTokens: 800, totalInputTokens: 1000 },
  { type: 'content_end', contentType: 'text', text: 'I read.' },
  ...['a', 'b', 'c', 'd'].map(call),
  end('b', { output: 'no such file', error: 'no such file' }),
  end('a', { output: 'text' }),
  end('c', { error: 'Tool "read_files" was denied by user' }),
  { type: 'iteration_start', iteration: 2 },
  piece('Done.'),
  { type: 'usage', inputTokens: 1100, outputTokens: 10, totalInputTokens: 2100 },
  { type: 'done', reason: 'completed', text: 'Done.', usage: { inputTokens: 2100, outputTokens: 60 } },
];

test('the events that the command line prints are answers with their calls', () => {
  const start = { type: 'run_start', providerId: 'anthropic', modelId: 'claude', sessionId: 's' };
  const run = { type: 'run_result', finishReason: 'completed', usage: { inputTokens: 2100 } };
  const lines = [start, ...events.map((event) => ({ type: 'agent_event', event })), run];
  const { opened, session } = firstSession(lines.map((one) => line(one, 1)).join('\n'));
  expect(opened.importer.id).toBe('cline');
  const { turns, invocations } = session.history;
  expect(turns.flatMap(({ kind, text, tokens }) => (kind === 'llm' ? [[text, tokens?.prompt]] : []))).toEqual([
    ['I read.', 1000],
    ['Done.', 1100],
  ]);
  expect(invocations.map(({ outcome }) => outcome)).toEqual(['successful', 'errored', 'restricted', 'no-result']);
  expect(session.notes.map(({ code }) => code)).toEqual(expect.arrayContaining(['cline/no-input', 'cline/run']));
});
