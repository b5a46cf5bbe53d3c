import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

let second = 0;
const line = (type: string, payload: object) => ({ timestamp: 1_767_225_600.5 + second++, message: { type, payload } });
const call = (id: string, name: string, args: string | null) =>
  line('ToolCall', { type: 'function', id, function: { name, arguments: args } });
const result = (id: string, value: object) => line('ToolResult', { tool_call_id: id, return_value: value });

function opened(lines: readonly object[]) {
  const header = { type: 'metadata', protocol_version: '1.3' };
  const source = openNow([header, ...lines].map((one) => JSON.stringify(one)).join('\n'));
  if (!source.ok) throw new Error(source.problem.message);
  expect(source.value.importer.id).toBe('kimi');
  const session = openEntry(source.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  return session.value;
}

test('a journal of Kimi CLI becomes messages, calls and tokens, even if results are recorded before the tokens', () => {
  const { history } = opened([
    line('TurnBegin', { user_input: [{ type: 'text', text: 'list' }] }),
    line('StepBegin', { n: 1 }),
    line('ContentPart', { type: 'think', think: 'Hm.' }),
    line('ContentPart', { type: 'text', text: 'I look.' }),
    call('a', 'Shell', null),
    line('ToolCallPart', { arguments_part: '{"command":' }),
    line('ToolCallPart', { arguments_part: '"ls"}' }),
    result('a', { is_error: false, output: 'x', message: '', display: [] }),
    line('StatusUpdate', { token_usage: { input_other: 10, output: 5, input_cache_read: 3, input_cache_creation: 0 } }),
    line('StepBegin', { n: 2 }),
    line('ContentPart', { type: 'text', text: 'It is x.' }),
    line('TurnEnd', {}),
  ]);
  expect(history.turns.map(({ kind, label }) => `${kind}: ${label}`)).toEqual([
    'input: list',
    'llm: I look. · plan: Shell',
    'capability: Shell',
    'llm: It is x.',
  ]);
  expect(history.turns[1]?.tokens).toEqual({ prompt: 13, completion: 5, cached: 3 });
  expect(history.invocations[0]).toMatchObject({ input: { command: 'ls' }, output: 'x', outcome: 'successful' });
});

test('a call that the user rejected is restricted, and a failed call is errored', () => {
  const { history } = opened([
    line('TurnBegin', { user_input: 'go' }),
    line('StepBegin', { n: 1 }),
    call('a', 'Shell', '{}'),
    call('b', 'ReadFile', '{}'),
    line('ApprovalRequest', { id: 'r', tool_call_id: 'a', sender: 'Shell', action: 'run', description: 'x' }),
    line('ApprovalResponse', { request_id: 'r', response: 'reject', feedback: 'not here' }),
    result('a', { is_error: true, output: '', message: 'The tool call is rejected by the user.' }),
    result('b', { is_error: true, output: '', message: 'No such file.' }),
  ]);
  expect(history.invocations.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['restricted', 'not here'],
    ['errored', 'No such file.'],
  ]);
});

test('the work of a sub-agent is a separate task', () => {
  const inside = (type: string, payload: object) =>
    line('SubagentEvent', { task_tool_call_id: 'a', event: { type, payload } });
  const { history } = opened([
    line('TurnBegin', { user_input: 'go' }),
    line('StepBegin', { n: 1 }),
    call('a', 'Task', '{"prompt":"look"}'),
    inside('StepBegin', { n: 1 }),
    inside('ContentPart', { type: 'text', text: 'Found.' }),
    result('a', { is_error: false, output: 'Found.', message: '' }),
    line('StepBegin', { n: 2 }),
    line('ContentPart', { type: 'text', text: 'Done.' }),
  ]);
  expect(history.turns.map(({ node, label }) => `${node}: ${label}`)).toEqual([
    'root: go',
    'root: plan: Task',
    'a: Found.',
    'root: Task',
    'root: Done.',
  ]);
  expect(history.invocations[0]?.taskId).toBe('a');
});

test('a sub-agent that no call in the journal started appears too', () => {
  const event = { type: 'ContentPart', payload: { type: 'text', text: 'Found.' } };
  const { history, notes } = opened([
    line('TurnBegin', { user_input: 'go' }),
    line('SubagentEvent', { task_tool_call_id: 'lost', event }),
  ]);
  expect(history.turns.map(({ label }) => label)).toEqual(['go', 'Found.']);
  expect(notes.map(({ code }) => code)).toContain('kimi/unsent');
});

test('text streamed before a retry is not shown twice', () => {
  const { history, notes } = opened([
    line('TurnBegin', { user_input: 'go' }),
    line('StepBegin', { n: 1 }),
    line('ContentPart', { type: 'text', text: 'I look' }),
    call('a', 'Shell', '{"comm'),
    line('StepRetry', { n: 1, next_attempt: 2, max_attempts: 3, wait_s: 0.5, error_type: 'APIConnectionError' }),
    line('ContentPart', { type: 'text', text: 'I look.' }),
    line('TurnEnd', {}),
  ]);
  expect(history.turns.map(({ kind, label }) => `${kind}: ${label}`)).toEqual(['input: go', 'llm: I look.']);
  expect(notes.map(({ code }) => code)).toContain('kimi/retried');
});

test('a call that a hook blocked is restricted', () => {
  const { history } = opened([
    line('TurnBegin', { user_input: 'go' }),
    line('StepBegin', { n: 1 }),
    call('a', 'Shell', '{}'),
    line('HookResolved', { event: 'PreToolUse', target: 'Shell', action: 'block', reason: 'no rm' }),
    result('a', { is_error: true, output: '', message: 'no rm', display: [{ type: 'brief', text: 'Hook blocked' }] }),
  ]);
  expect(history.invocations.map(({ outcome, reason }) => [outcome, reason])).toEqual([['restricted', 'no rm']]);
});

test.each(['ApprovalRequest', 'QuestionRequest'])('a call waits for the user where a %s ends the journal', (type) => {
  const asks = [
    line('TurnBegin', { user_input: 'go' }),
    line('StepBegin', { n: 1 }),
    call('a', 'Shell', '{}'),
    line(type, { id: 'r', tool_call_id: 'a', questions: [] }),
  ];
  const outcomes = (...more: readonly object[]) =>
    opened([...asks, ...more]).history.invocations.map(({ outcome }) => outcome);
  expect(outcomes()).toEqual(['pending']);
  expect(outcomes(result('a', { is_error: false, output: 'x', message: '' }))).toEqual(['successful']);
});
