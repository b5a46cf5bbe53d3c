import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

function turnsOf(value: unknown) {
  const opened = openNow(JSON.stringify(value));
  if (!opened.ok) throw new Error(opened.problem.message);
  const session = openEntry(opened.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  const { history, notes } = session.value;
  return {
    turns: history.turns.map(({ kind, label }) => `${kind} ${label}`),
    calls: history.invocations.map(({ function: name, input, outcome, output }) => ({ name, input, outcome, output })),
    answers: history.turns.filter(({ answers }) => answers).map(({ text: said }) => said),
    codes: notes.map(({ code }) => code),
  };
}

const timestamp = (second: number) => `2025-01-20T20:29:${10 + second}`;
const userMessage = {
  id: 1,
  timestamp: timestamp(1),
  source: 'user',
  message: 'go',
  action: 'message',
  args: { content: 'go' },
};
const acts = (id: number, action: string, args: object) => ({
  id,
  timestamp: timestamp(id),
  source: 'agent',
  message: '',
  action,
  args: { thought: 'I see', ...args },
});
const sees = (id: number, observation: string, cause: number, content: string, extras: object = {}) => ({
  id,
  timestamp: timestamp(id),
  source: 'agent',
  message: '',
  observation,
  cause,
  content,
  extras,
});
const log = [userMessage, acts(2, 'run', { command: 'ls' }), sees(3, 'run', 2, 'a.txt')];
const expected = ['input go', 'llm I see · plan: run', 'capability run'];

test.each([
  ['as a server answers', { events: log, has_more: false }],
  ['as they are downloaded', { trajectory: log }],
  ['as a search answers', { items: log, next_page_id: null }],
])('events open in an envelope, %s', (_, value) => {
  expect(turnsOf(value).turns).toEqual(expected);
});

test('events listed newest first are read in the order in which they happened', () => {
  const { turns, calls, codes } = turnsOf(log.toReversed());
  expect(turns).toEqual(expected);
  expect(calls).toMatchObject([{ output: 'a.txt' }]);
  expect(codes).toContain('openhands/order');
});

test('an event alone is a turn', () => {
  expect(turnsOf(userMessage).turns).toEqual(['input go']);
});

test('a history of pairs is read pair by pair', () => {
  const [first, action, observation] = log;
  const nothing = { observation: 'null', content: '', extras: {} };
  const history = [
    [first, nothing],
    [action, observation],
  ];
  expect(turnsOf([{ instance_id: 'i', history }]).turns).toEqual(expected);
});

test('a tool of an MCP server keeps its own name, and a delegated agent returns its outputs', () => {
  const { calls } = turnsOf([
    userMessage,
    acts(2, 'call_tool_mcp', { name: 'fetch', arguments: { url: 'u' } }),
    sees(3, 'mcp', 2, 'page'),
    acts(4, 'delegate', { agent: 'BrowsingAgent', inputs: { task: 'look' } }),
    sees(5, 'delegate', 4, '', { outputs: { content: 'found' } }),
  ]);
  expect(calls).toMatchObject([
    { name: 'fetch', input: { url: 'u' }, output: 'page' },
    { name: 'delegate', output: { content: 'found' } },
  ]);
});

const sdk = (second: number, kind: string, fields: object) => ({
  id: `e${second}`,
  timestamp: timestamp(second),
  source: 'agent',
  kind,
  ...fields,
});
const action = (second: number, id: string, fields: object) =>
  sdk(second, 'ActionEvent', { thought: [], tool_name: 'terminal', tool_call_id: id, action: fields });

test('the argument of the finish call is the agent’s message', () => {
  const { answers, calls } = turnsOf([
    action(1, 'a', { kind: 'FinishAction', message: 'All done' }),
    sdk(2, 'ObservationEvent', { tool_call_id: 'a', observation: { kind: 'FinishObservation', content: 'All done' } }),
  ]);
  expect(answers).toEqual(['All done']);
  expect(calls).toEqual([]);
});

test('a call waits where the conversation waits for a confirmation', () => {
  const status = { key: 'execution_status', value: 'waiting_for_confirmation' };
  const { calls } = turnsOf([
    action(1, 'a', { kind: 'TerminalAction', command: 'rm' }),
    sdk(2, 'ConversationStateUpdateEvent', status),
  ]);
  expect(calls).toMatchObject([{ name: 'terminal', outcome: 'pending' }]);
});

test('an error that a tool of the program reports is an error; the same text from a command is not', () => {
  const text = 'ERROR:\nNo replacement was performed, old_str `x` did not appear verbatim in /a.py.';
  const failed = JSON.stringify({ isError: true, error: 'no such tool', content: [] });
  const editor = { tool_call_metadata: { function_name: 'str_replace_editor', tool_call_id: 'c' } };
  const { calls } = turnsOf([
    userMessage,
    acts(2, 'edit', { path: '/a.py' }),
    sees(3, 'edit', 2, text),
    acts(4, 'run_ipython', { code: 'print(file_editor())' }),
    { ...sees(5, 'run_ipython', 4, text), ...editor },
    acts(6, 'call_tool_mcp', { name: 'fetch', arguments: {} }),
    sees(7, 'mcp', 6, failed),
    acts(8, 'browse_interactive', { browser_actions: 'click("9")' }),
    sees(9, 'browse', 8, 'page', { error: true, last_browser_action_error: 'no element' }),
    acts(10, 'run', { command: 'make' }),
    sees(11, 'run', 10, text),
    acts(12, 'call_tool_mcp', { name: 'fetch', arguments: {} }),
    sees(13, 'mcp', 12, JSON.stringify({ isError: false, content: [] })),
  ]);
  expect(calls.map(({ outcome }) => outcome)).toEqual([
    ...Array.from({ length: 4 }, () => 'errored'),
    'successful',
    'successful',
  ]);
});

test('observations of earlier SDK versions have their error beside the text', () => {
  const observed = (id: string, more: object) =>
    sdk(2, 'ObservationEvent', { tool_call_id: id, observation: { kind: 'FileEditorObservation', ...more } });
  const { calls } = turnsOf([
    action(1, 'a', { kind: 'FileEditorAction', command: 'view' }),
    observed('a', { output: '', error: 'no such file' }),
    action(3, 'b', { kind: 'FileEditorAction', command: 'view' }),
    observed('b', { output: 'text', error: null }),
  ]);
  expect(calls.map(({ outcome }) => outcome)).toEqual(['errored', 'successful']);
});
