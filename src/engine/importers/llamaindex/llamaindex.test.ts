import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

/** `workflow_events.py` and `base_agent.py` of llama-index-core 0.14: the last output lists all calls of the run. */
const said = (role: string, text: string) => ({ role, additional_kwargs: {}, blocks: [{ block_type: 'text', text }] });
const call = { tool_name: 'f', tool_kwargs: { n: 1 }, tool_id: 'c' };
const result = { ...call, tool_output: { content: 'two', tool_name: 'f', is_error: false }, return_direct: false };
const output = (text: string, ...tool_calls: readonly object[]) => ({
  response: said('assistant', text),
  current_agent_name: 'Agent',
  tool_calls,
  retry_messages: [],
});
const turnsOf = (value: unknown) => {
  const { history } = firstSession(JSON.stringify(value)).session;
  return [
    ...history.turns.map(({ kind, label }) => `${kind} ${label}`),
    ...history.invocations.map(({ outcome }) => outcome),
  ];
};

test('the result of a run alone has its calls before the answer', () => {
  expect(turnsOf(output('done', result))).toEqual(['capability f', 'llm done', 'successful']);
});

test('calls that the last output repeats are shown once', () => {
  const asked = { input: [said('user', 'go')], current_agent_name: 'Agent' };
  expect(turnsOf([asked, output('', call), call, result, output('done', result)])).toEqual([
    'input go',
    'llm plan: f',
    'capability f',
    'llm done',
    'successful',
  ]);
});

test('the end of a run is an answer only if it says something new', () => {
  const asked = { input: [said('user', 'go')], current_agent_name: 'Agent' };
  const events = [asked, output('', call), call, result];
  const turns = ['input go', 'llm plan: f', 'capability f', 'llm two', 'successful'];
  // A tool that returns directly.
  expect(turnsOf([...events, { result: output('two', call) }])).toEqual(turns);
  const { session } = firstSession(JSON.stringify([...events, output('two'), { result: output('two') }]));
  expect(session.history.turns).toHaveLength(4);
  expect(session.notes.map(({ code }) => code)).toContain('llamaindex/result');
});

test('a state before the message and messages of a retry are no further inputs', () => {
  const stated = 'Current state:\n{}\n\nCurrent message:\ngo\n';
  const retried = { ...output('?'), retry_messages: [said('user', 'Error while parsing the output')] };
  const inputs = [[said('user', 'go')], [said('user', stated)], [said('user', 'go'), ...retried.retry_messages]];
  const [first, second, third] = inputs.map((input) => ({ input, current_agent_name: 'Agent' }));
  expect(turnsOf([first, second, retried, third, output('done')])).toEqual(['input go', 'llm ?', 'llm done']);
});

test('the messages of a memory are read', () => {
  const messages = [said('user', 'go'), said('assistant', 'done')];
  expect(turnsOf({ token_limit: 1, chat_store: { store: { ann: messages } } })).toEqual(['input go', 'llm done']);
});
