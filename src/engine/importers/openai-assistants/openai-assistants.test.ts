import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

/** Objects as the types of openai 6.49.0 for Node define them: `resources/beta/threads/runs/steps.d.ts`, `runs.d.ts`, `messages.d.ts`. */
const thread_id = 'thread_1';
const message = (id: string, role: string, second: number, text: string, more: object = {}) => ({
  id,
  object: 'thread.message',
  created_at: 1757000000 + second,
  thread_id,
  role,
  run_id: role === 'user' ? null : 'run_1',
  status: 'completed',
  content: text === '' ? [] : [{ type: 'text', text: { value: text, annotations: [] } }],
  ...more,
});
const step = (id: string, second: number, step_details: object, more: object = {}) => ({
  id,
  object: 'thread.run.step',
  created_at: 1757000000 + second,
  run_id: 'run_1',
  thread_id,
  status: 'completed',
  last_error: null,
  step_details,
  usage: null,
  ...more,
});
const calls = (...tool_calls: readonly object[]) => ({ type: 'tool_calls', tool_calls });
const run = (more: object) => ({
  id: 'run_1',
  object: 'thread.run',
  created_at: 1757000000,
  thread_id,
  model: 'gpt-4o',
  required_action: null,
  usage: null,
  ...more,
});
const call = (output: string | null) => ({
  id: 'c',
  type: 'function',
  function: { name: 'f', arguments: '{}', output },
});
const sessionOf = (...objects: readonly object[]) =>
  firstSession(objects.map((one) => JSON.stringify(one)).join('\n')).session;
const turnsOf = (...objects: readonly object[]) =>
  sessionOf(...objects).history.turns.map(({ kind, label }) => `${kind} ${label}`);

const asked = {
  submit_tool_outputs: { tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }] },
};
const waits = run({ status: 'requires_action', required_action: { type: 'submit_tool_outputs', ...asked } });

test('a run that waits has its calls where no step has them', () => {
  const begun = step('s', 1, calls(), { status: 'in_progress' });
  const { history } = sessionOf(message('m', 'user', 0, 'go'), begun, waits);
  expect(history.invocations.map(({ outcome }) => outcome)).toEqual(['pending']);
  expect(turnsOf(message('m', 'user', 0, 'go'), begun, waits)).toHaveLength(3);
  expect(turnsOf(waits, step('s', 1, calls(call('1'))))).toHaveLength(2);
});

test('the pieces of a message are its text where a stream was cut', () => {
  const begun = message('m', 'assistant', 1, '', { status: 'in_progress' });
  const piece = (value: string) => ({
    id: 'm',
    object: 'thread.message.delta',
    delta: { content: [{ index: 0, type: 'text', text: { value } }] },
  });
  expect(turnsOf(begun, piece('Hel'), piece('lo'))).toEqual(['llm Hello']);
  expect(turnsOf(begun, piece('Hel'), piece('lo'), message('m', 'assistant', 1, 'Hello'))).toEqual(['llm Hello']);
});

test('objects of the same second are in the order of the steps', () => {
  const steps = [
    step('s1', 1, calls(call('1'))),
    step('s2', 1, { type: 'message_creation', message_creation: { message_id: 'm2' } }),
  ];
  expect(turnsOf(...steps, message('m1', 'user', 1, 'go'), message('m2', 'assistant', 1, 'done'))).toEqual([
    'input go',
    'llm plan: f',
    'capability f',
    'llm done',
  ]);
});

test('a step whose message is in another file is an answer with its tokens', () => {
  const created = { type: 'message_creation', message_creation: { message_id: 'm9' } };
  const usage = { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 };
  const { history } = sessionOf(step('s', 1, created, { usage }));
  expect(history.turns).toMatchObject([{ kind: 'llm', tokens: { prompt: 10, completion: 1 } }]);
});

test('each answer has the model of its run, and without steps the runs have the tokens', () => {
  const usage = { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 };
  const messages = [message('m1', 'assistant', 1, 'a'), message('m2', 'assistant', 2, 'b', { run_id: 'run_2' })];
  const { session, history } = sessionOf(
    ...messages,
    run({ usage }),
    run({ id: 'run_2', model: 'gpt-4o-mini', usage }),
  );
  expect(session.events).toMatchObject([{ model: 'gpt-4o' }, {}, { model: 'gpt-4o-mini' }, {}, {}]);
  expect(history.tokens.at(-1)).toMatchObject({ prompt: 20, completion: 2, total: 22 });
});

test('an answer that was cut is noted', () => {
  const cut = { status: 'incomplete', incomplete_details: { reason: 'max_tokens' } };
  const { notes } = sessionOf(message('m', 'assistant', 1, 'one', cut), run({ status: 'cancelled' }));
  expect(notes.map((note) => note.code)).toEqual(['import/cut-by-token-limit', 'openai-assistants/failed']);
});
