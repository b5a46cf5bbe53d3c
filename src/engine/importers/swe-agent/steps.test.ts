import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

/** https://github.com/SWE-agent/SWE-agent/blob/main/sweagent/agent/agents.py (`forward_with_handling`, `RetryAgent`) */
const step = (action: string, observation: string) => ({
  action,
  observation,
  response: `I run ${action}`,
  thought: `I run ${action}`,
  execution_time: 0.5,
  state: { open_file: 'n/a' },
  query: [{}],
  extra_info: {},
});
const kept = (action: string, name: string) => ({
  role: 'assistant',
  content: `I run ${action}`,
  thought: `I run ${action}`,
  action,
  message_type: 'action',
  tool_calls: [{ id: action, type: 'function', function: { name, arguments: JSON.stringify({ of: action }) } }],
});
const run = (trajectory: readonly object[], history: readonly object[]) => ({
  environment: 'main',
  trajectory,
  history: [{ role: 'system', content: 's' }, { role: 'user', content: 'Fix it.' }, ...history],
  info: { exit_status: 'submitted', submission: '', model_stats: { tokens_sent: 10, tokens_received: 2 } },
});

function read(value: object, index = 0) {
  const opened = openNow(JSON.stringify(value));
  if (!opened.ok) throw new Error(opened.problem.message);
  const session = openEntry(opened.value, index, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  return {
    titles: opened.value.entries.map(({ title }) => title),
    calls: session.value.history.invocations.map((call) => [call.function, call.outcome, call.output ?? call.reason]),
  };
}

test('answers that were refused have no call of another answer', () => {
  const trajectory = [
    step('vim a.py', ''),
    step('', ''),
    step('ls', 'a.py'),
    step('vim a.py', ''),
    step('vim a.py', ''),
    step('submit', 'done'),
  ];
  const { calls } = read(run(trajectory, [kept('ls', 'bash'), kept('vim a.py', 'editor'), kept('submit', 'submit')]));
  const refused = 'SWE-agent did not carry it out, and asked the model again';
  expect(calls).toEqual([
    ['vim', 'restricted', refused],
    ['bash', 'successful', 'a.py'],
    ['vim', 'restricted', refused],
    ['editor', 'successful', ''],
    ['submit', 'successful', 'done'],
  ]);
});

test('a history in other words than the steps has its calls in their order', () => {
  const other = (action: string) => ({ ...kept(action, 'bash'), content: 'other words' });
  const { calls } = read(run([step('ls', 'a.py'), step('pwd', '')], [other('ls'), other('pwd')]));
  expect(calls).toEqual([
    ['bash', 'successful', 'a.py'],
    ['bash', 'successful', ''],
  ]);
});

test('each attempt at a task is a session, the chosen one first', () => {
  const attempts = [run([step('ls', 'a.py')], [kept('ls', 'bash')]), run([step('pwd', '/')], [kept('pwd', 'bash')])];
  const file = { attempts, ...attempts[1], info: { ...attempts[1]?.info, best_attempt_idx: 1 } };
  expect(read(file).titles).toEqual(['Fix it. (attempt 2 of 2, chosen)', 'Fix it. (attempt 1 of 2)']);
  expect(read(file).calls).toEqual([['bash', 'successful', '/']]);
  expect(read({ attempts }, 1).calls).toEqual([['bash', 'successful', '/']]);
});
