import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

const at = (second: number) => `2026-01-01T00:00:0${second}Z`;
const item = (second: number, payload: object) => ({ timestamp: at(second), type: 'response_item', payload });
const lines = [
  item(0, { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'go' }] }),
  item(1, { type: 'function_call', call_id: 'c', name: 'shell', arguments: '{"command":["ls"]}' }),
  item(2, { type: 'function_call_output', call_id: 'c', output: { content: 'no such file', success: false } }),
  item(3, { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'It failed.' }] }),
];

function opened(rows: readonly object[]) {
  const source = openNow(rows.map((row) => JSON.stringify(row)).join('\n'));
  if (!source.ok) throw new Error(source.problem.message);
  const session = openEntry(source.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  return session.value;
}

test('an output whose payload has `success: false` is an error', () => {
  const [call] = opened(lines).history.invocations;
  expect([call?.outcome, call?.reason]).toEqual(['errored', 'no such file']);
});

test('lines listed newest first are read in order of time', () => {
  const { history, notes } = opened(lines.toReversed());
  expect(history.turns.map(({ kind }) => kind)).toEqual(['input', 'llm', 'capability', 'llm']);
  expect(notes.map(({ code }) => code)).toEqual(['codex/newest-first']);
});

test('tasks in a terminal’s log are separate turns, even without inputs or tokens between them', () => {
  const shown = (second: number, msg: object) => ({
    ts: at(second),
    dir: 'to_tui',
    kind: 'codex_event',
    payload: { id: '1', msg },
  });
  const says = (second: number, message: string) => [
    shown(second, { type: 'task_started' }),
    shown(second, { type: 'agent_message', message }),
    shown(second, { type: 'task_complete', last_agent_message: message }),
  ];
  const start = { ts: at(0), dir: 'meta', kind: 'session_start', cwd: '/', model: 'm' };
  const { history } = opened([start, ...says(1, 'It is four.'), ...says(2, 'It is five.')]);
  expect(history.turns.map(({ kind, label, answers }) => [kind, label, answers])).toEqual([
    ['llm', 'It is four.', true],
    ['llm', 'It is five.', true],
  ]);
});

test('the output of codex exec --json becomes a session with messages, parallel commands and tokens', () => {
  const command = (id: string, exit_code: number | null, status: string) => ({
    id,
    type: 'command_execution',
    command: `bash -lc ${id}`,
    aggregated_output: exit_code === null ? '' : id,
    exit_code,
    status,
  });
  const { history, notes } = opened([
    { type: 'thread.started', thread_id: 't' },
    { type: 'turn.started' },
    { type: 'item.completed', item: { id: '0', type: 'reasoning', text: 'Hm.' } },
    { type: 'item.completed', item: { id: '1', type: 'agent_message', text: 'I look.' } },
    { type: 'item.started', item: command('a', null, 'in_progress') },
    { type: 'item.started', item: command('b', null, 'in_progress') },
    { type: 'item.completed', item: command('b', 1, 'failed') },
    { type: 'item.completed', item: command('a', 0, 'completed') },
    { type: 'item.completed', item: command('c', null, 'declined') },
    { type: 'item.completed', item: { id: '2', type: 'agent_message', text: 'Done.' } },
    { type: 'turn.completed', usage: { input_tokens: 100, cached_input_tokens: 50, output_tokens: 10 } },
  ]);
  expect(history.turns.map(({ kind, label }) => `${kind}: ${label}`)).toEqual([
    'llm: I look. · plan: shell, shell',
    'capability: shell',
    'capability: shell',
    'llm: plan: shell',
    'capability: shell',
    'llm: Done.',
  ]);
  expect(history.invocations.map(({ outcome }) => outcome)).toEqual(['successful', 'errored', 'restricted']);
  expect(history.tokens.at(-1)).toMatchObject({ prompt: 100, completion: 10 });
  expect(notes.map(({ code }) => code)).toContain('codex/no-prompt');
});
