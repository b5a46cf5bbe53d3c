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

const said = (second: number, role: 'user' | 'assistant', text: string) =>
  item(second, { type: 'message', role, content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }] });
const event = (second: number, payload: object) => ({ timestamp: at(second), type: 'event_msg', payload });
const called = (id: string, output: string) => [
  item(1, { type: 'function_call', call_id: id, name: 'exec_command', arguments: '{}' }),
  item(2, { type: 'function_call_output', call_id: id, output }),
];

test('turns that the user took back are left out, and their tokens still count', () => {
  const usage = (input_tokens: number) => ({ input_tokens, output_tokens: 1 });
  const spent = (second: number, last: number, total: number) =>
    event(second, { type: 'token_count', info: { last_token_usage: usage(last), total_token_usage: usage(total) } });
  const { history, notes } = opened([
    said(0, 'user', 'one'),
    said(0, 'assistant', 'First.'),
    spent(0, 10, 10),
    said(1, 'user', 'two'),
    said(1, 'assistant', 'Regretted.'),
    spent(1, 20, 30),
    event(2, { type: 'thread_rolled_back', num_turns: 1 }),
  ]);
  expect(history.turns.map(({ label }) => label)).toEqual(['one', 'First.']);
  expect(history.tokens.at(-1)).toMatchObject({ prompt: 30 });
  expect(notes.map(({ code }) => code)).toContain('codex/taken-back');
});

test('counts that Codex repeats with new limits are not a loss', () => {
  const usage = { input_tokens: 10, output_tokens: 1 };
  const count = event(1, { type: 'token_count', info: { last_token_usage: usage, total_token_usage: usage } });
  const { history, notes } = opened([said(0, 'user', 'go'), said(1, 'assistant', 'Done.'), count, count]);
  expect(history.tokens.at(-1)).toMatchObject({ prompt: 10, completion: 1 });
  expect(notes.map(({ code }) => code)).not.toContain('codex/tokens');
});

test.each([
  ['Wall time: 2.2 seconds\naborted by user', 'errored'],
  ['Wall time: 2.2 seconds\nOutput:\naborted by user', 'successful'],
  [
    `exec_command failed for \`git ${'x'.repeat(200)}\`: CreateProcess { message: "Rejected(\\"rejected by user\\")" }`,
    'restricted',
  ],
  ['exec_command failed for `x`: CreateProcess { message: "No such file" }', 'errored'],
  ['Command blocked by PreToolUse hook: no. Command: ls', 'restricted'],
  ['This action was rejected due to unacceptable risk.\nReason: no', 'restricted'],
  ['write_stdin failed: Unknown process id 7', 'errored'],
  ['unable to locate image at `/no.png`: No such file', 'errored'],
  ['Script failed\nWall time 0.2 seconds\nOutput:\nTypeError', 'errored'],
  ['Script completed\nWall time 0.2 seconds\nOutput:\nScript failed', 'successful'],
])('the output %j means %s', (output, outcome) => {
  const { history } = opened([said(0, 'user', 'go'), ...called('c', output)]);
  expect(history.invocations.map((call) => call.outcome)).toEqual([outcome]);
});

test('an MCP call that its event reports as failed is an error, and its namespace is part of its name', () => {
  const { history } = opened([
    said(0, 'user', 'go'),
    item(1, { type: 'function_call', call_id: 'm', name: 'get_me', namespace: 'mcp__github__', arguments: '{}' }),
    event(1, {
      type: 'mcp_tool_call_end',
      call_id: 'm',
      invocation: { server: 'github', tool: 'get_me' },
      result: { Ok: { content: [], isError: true } },
    }),
    item(2, { type: 'function_call_output', call_id: 'm', output: '[]' }),
  ]);
  expect(history.invocations.map(({ function: name, outcome }) => [name, outcome])).toEqual([
    ['mcp__github__get_me', 'errored'],
  ]);
});

test('newer rollouts record calls within scripts as items, and other kinds of records are named', () => {
  const completed = (body: object) => event(2, { type: 'item_completed', item: body });
  const { history, notes } = opened([
    said(0, 'user', 'go'),
    item(1, { type: 'custom_tool_call', call_id: 'c', name: 'exec', input: 'await tools.exec_command({})' }),
    completed({ type: 'CommandExecution', id: 'inner', command: ['ls'], status: 'failed', exit_code: 2, stderr: 'no' }),
    completed({ type: 'CommandExecution', id: 'bang', command: ['pwd'], status: 'completed', source: 'user_shell' }),
    completed({ type: 'Plan', id: 'p', text: 'plan' }),
    item(2, { type: 'custom_tool_call_output', call_id: 'c', output: 'Script completed\nOutput:\n' }),
    { timestamp: at(3), type: 'sampling_boundary', payload: {} },
    said(3, 'assistant', 'Done.'),
  ]);
  expect(history.invocations.map(({ function: name, outcome }) => [name, outcome])).toEqual([
    ['exec', 'successful'],
    ['shell', 'errored'],
  ]);
  const messages = notes.map(({ message }) => message).join('\n');
  expect(messages).toContain('Kinds: event Plan.');
  expect(messages).toContain('1 line of an unknown kind left out. Kinds: sampling_boundary.');
});

test('a command that went on in the background worked, however it ended later', () => {
  const { history } = opened([
    said(0, 'user', 'go'),
    ...called('c', 'Chunk ID: 1\nWall time: 0.2 seconds\nProcess running with session ID 7\nOutput:\n'),
    event(3, { type: 'item_completed', item: { type: 'CommandExecution', id: 'c', status: 'failed', exit_code: -1 } }),
  ]);
  expect(history.invocations.map(({ outcome }) => outcome)).toEqual(['successful']);
});
