import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

const here = dirname(fileURLToPath(import.meta.url));

function opened(text: string) {
  const source = openNow(text);
  if (!source.ok) throw new Error(source.problem.message);
  const session = openEntry(source.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  return session.value;
}

const fixture = (name: string) => readFileSync(join(here, 'fixtures', name), 'utf8');

test('the work of a sub-agent is a separate task with its own history', () => {
  const { history } = opened(fixture('composed-stream.jsonl'));
  const child = history.nodes.find(({ title }) => title === 'Explore');
  const own = child && history.own?.get(child.id);
  expect(own?.history.turns.map(({ kind }) => kind)).toEqual(['input', 'llm', 'capability', 'llm']);
  const call = history.invocations.find((invocation) => invocation.function === 'Task');
  expect(call?.taskId).toBe(child?.id);
});

test('several lines of one answer become one turn, and its tokens are counted once', () => {
  const { history } = opened(fixture('composed-stream.jsonl'));
  const [first] = history.turns.filter(({ kind }) => kind === 'llm');
  expect(first?.tokens).toEqual({ prompt: 1004, completion: 42, cached: 1000 });
});

const line = (values: object) => JSON.stringify({ sessionId: 's', timestamp: '2026-01-01T00:00:00Z', ...values });
const prompt = (uuid: string, parentUuid: string | null, content: string) =>
  line({ type: 'user', uuid, parentUuid, message: { role: 'user', content } });

test('a message typed while the agent worked appears where it was queued, unless a later line repeats it', () => {
  const text = [
    prompt('a', null, 'start'),
    line({ type: 'queue-operation', operation: 'enqueue', content: 'faster, please' }),
    line({ type: 'queue-operation', operation: 'enqueue', content: 'and now stop' }),
    prompt('b', 'a', 'and now stop'),
  ].join('\n');
  const { history } = opened(text);
  expect(history.turns.map(({ label }) => label)).toEqual(['start', 'faster, please', 'and now stop']);
});

test('two prompts with the same parent become two sessions, the later one first', () => {
  const text = [prompt('a', null, 'start'), prompt('b', 'a', 'left'), prompt('c', 'a', 'right')].join('\n');
  const source = openNow(text);
  expect(source.ok && source.value.entries).toHaveLength(2);
  expect(opened(text).history.turns.map(({ label }) => label)).toEqual(['start', 'right']);
});

test('a queued message appears once, where the program passed it to the agent', () => {
  const text = [
    prompt('a', null, 'start'),
    line({ type: 'queue-operation', operation: 'enqueue', content: 'faster, please' }),
    line({ type: 'assistant', uuid: 'b', message: { id: 'm', role: 'assistant', content: 'Yes.' } }),
    line({ type: 'attachment', uuid: 'c', attachment: { type: 'queued_command', prompt: 'faster, please' } }),
    line({ type: 'attachment', uuid: 'd', attachment: { type: 'todo_reminder', content: [] } }),
  ].join('\n');
  const { history, notes } = opened(text);
  expect(history.turns.map(({ label }) => label)).toEqual(['start', 'Yes.', 'faster, please']);
  expect(notes.map(({ code }) => code)).toEqual(['claude-code/queue', 'claude-code/attachment']);
});

test('a single line is read as a transcript', () => {
  expect(opened(prompt('a', null, 'start')).history.turns.map(({ label }) => label)).toEqual(['start']);
});

test('a transcript with the newest line first is read in the order of time', () => {
  const text = fixture('rejection.jsonl').trim().split('\n').toReversed().join('\n');
  const { history, notes } = opened(text);
  expect(history.turns.map(({ label }) => label)).toEqual(
    opened(fixture('rejection.jsonl')).history.turns.map(({ label }) => label),
  );
  expect(notes.map(({ code }) => code)).toEqual(['claude-code/newest-first']);
});

const answered = (values: object, output_tokens: number, text: string, stop_reason: string | null = null) =>
  JSON.stringify({
    type: 'assistant',
    uuid: 'u',
    message: {
      id: 'm',
      role: 'assistant',
      content: [{ type: 'text', text }],
      stop_reason,
      usage: { input_tokens: 100, output_tokens },
    },
    ...values,
  });

test('a count that was written before the answer ended is unknown', () => {
  const tokensIn = (text: string) => opened(text).history.turns.at(-1)?.tokens;
  const [long, transcript, stream] = ['word '.repeat(100), { sessionId: 's' }, { session_id: 's' }];
  expect(tokensIn(answered(transcript, 2, long))).toEqual({ prompt: 100 });
  expect(tokensIn(answered(transcript, 120, long))).toEqual({ prompt: 100, completion: 120 });
  expect(tokensIn(answered(transcript, 2, long, 'end_turn'))).toEqual({ prompt: 100, completion: 2 });
  expect(tokensIn(answered(stream, 1, 'Hi.'))).toEqual({ prompt: 100 });
});

test('a stream states its tokens in its pieces and at the end of each run', () => {
  const piece = (event: object) => JSON.stringify({ type: 'stream_event', session_id: 's', event });
  const [begun, ended] = [
    piece({ type: 'message_start', message: { id: 'm', usage: { input_tokens: 100, output_tokens: 1 } } }),
    piece({ type: 'message_delta', usage: { output_tokens: 30 } }),
  ];
  const said = answered({ session_id: 's' }, 1, 'Hi.');
  const { history, notes } = opened([begun, said, ended].join('\n'));
  expect(history.turns.at(-1)?.tokens).toEqual({ prompt: 100, completion: 30 });
  expect(notes.map(({ code }) => code)).toEqual(['claude-code/pieces']);
  const result = JSON.stringify({ type: 'result', session_id: 's', usage: { input_tokens: 100, output_tokens: 30 } });
  const twice = opened([said, result, result].join('\n'));
  expect(twice.history.tokens.at(-1)).toMatchObject({ prompt: 200, completion: 60 });
});

test('a command that the program’s own limits blocked did not run', () => {
  const text = [
    line({
      type: 'assistant',
      uuid: 'a',
      message: { id: 'm', role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'Bash', input: {} }] },
    }),
    line({
      type: 'user',
      uuid: 'b',
      parentUuid: 'a',
      message: {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 't',
            is_error: true,
            content:
              "ls in '/x' was blocked. For security, Claude Code may only list files in the allowed directories.",
          },
        ],
      },
    }),
  ].join('\n');
  expect(opened(text).history.invocations.map(({ outcome }) => outcome)).toEqual(['restricted']);
});
