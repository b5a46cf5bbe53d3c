import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

function openCrew(...answers: readonly string[]) {
  const messages = [
    { role: 'system', content: 'You are Analyst.' },
    { role: 'user', content: 'Find it.' },
    ...answers.map((content) => ({ role: 'assistant', content })),
  ];
  const task = { description: 'Find it', raw: 'found', agent: 'Analyst', messages };
  const { session } = firstSession(JSON.stringify({ raw: 'found', tasks_output: [task] }));
  return {
    turns: session.history.turns.map(({ kind, label }) => `${kind} ${label}`),
    calls: session.history.invocations
      .filter(({ function: name }) => name !== 'Analyst')
      .map(({ function: name, input, output }) => [name, input, output]),
    codes: session.notes.map(({ code }) => code),
  };
}

test('an action and its observation in the text of an answer become a call with its result', () => {
  const { turns, calls, codes } = openCrew(
    'Thought: I look.\nAction: search\nAction Input: {"query": "it",\n "n": 2}\nObservation: {"hits": 1}',
    'Thought: Once more.\nAction: search\nAction Input: {}\nObservation: one\nObservation: two',
    'Thought: I know.\nFinal Answer: found',
  );
  expect(turns).toEqual([
    'input Find it.',
    'llm I look. · plan: search',
    'capability search',
    'llm Once more. · plan: search',
    'capability search',
    'llm Thought: I know. Final Answer: found',
    'capability Analyst',
  ]);
  expect(calls).toEqual([
    ['search', { query: 'it', n: 2 }, '{"hits": 1}'],
    ['search', {}, 'one\nObservation: two'],
  ]);
  expect(codes).toContain('import/calls-in-text');
});

test('an action without an observation has an unknown result', () => {
  const { calls, codes } = openCrew('Action: search\nAction Input: {"query": "it"}');
  expect(calls).toEqual([['search', { query: 'it' }, undefined]]);
  expect(codes).toContain('import/no-result');
});

test('text that only mentions an action is not a call', () => {
  expect(openCrew('The Action: to take is none.').calls).toEqual([]);
});

/** `crew_agent_executor.py`, `tool_failure.py` and `lite_agent_output.py` of crewai. */
test('the result of an agent alone is read, with calls that failed and without prompts of CrewAI', () => {
  const call = (id: string) => ({ id, type: 'function', function: { name: id, arguments: '{}' } });
  const result = (tool_call_id: string, content: string) => ({
    role: 'tool',
    tool_call_id,
    name: tool_call_id,
    content,
  });
  const { opened, session } = firstSession(
    JSON.stringify({
      raw: 'done',
      agent_role: 'Analyst',
      usage_metrics: { prompt_tokens: 10, completion_tokens: 3 },
      tool_failures: [{ tool_name: 'b', failure: { message: 'not allowed there', code: 'channel' } }],
      messages: [
        { role: 'user', content: 'Find it.' },
        { role: 'assistant', content: null, tool_calls: ['a', 'b', 'c', 'd'].map(call) },
        result('a', 'Error executing tool: x'),
        result('b', 'not allowed there (code: channel)'),
        result('c', 'Tool execution blocked by hook. Tool: c'),
        result('d', 'Error: none.'),
        {
          role: 'user',
          content: 'Analyze the tool result. If requirements are met, provide the Final Answer. Otherwise, …',
        },
        { role: 'assistant', content: 'done' },
      ],
    }),
  );
  expect(opened.importer.id).toBe('crewai');
  const outcomes = session.history.invocations.map(({ function: name, outcome }) => `${name} ${outcome}`);
  expect(outcomes).toEqual(['a errored', 'b errored', 'c restricted', 'd successful', 'Analyst successful']);
  expect(session.history.turns.filter(({ kind }) => kind === 'input')).toHaveLength(1);
  expect(session.history.tokens.at(-1)).toMatchObject({ prompt: 10, completion: 3 });
  expect(session.notes.map(({ code }) => code)).toContain('crewai/prompt');
});

/** `_log_task_start` in `crew.py` of crewai. */
test('the log of a crew has a call for each task', () => {
  const line = (task: string, status: string, more: object = {}) => ({
    timestamp: '2026-01-01 10:00:00',
    task_name: null,
    task,
    agent: 'Analyst',
    status,
    ...more,
  });
  const lines = [line('Find', 'started'), line('Find', 'completed', { output: 'found' }), line('Write', 'started')];
  const { session } = firstSession(JSON.stringify(lines));
  expect(session.history.invocations).toMatchObject([
    { input: { description: 'Find' }, outcome: 'successful', output: 'found' },
    { input: { description: 'Write' }, outcome: 'no-result' },
  ]);
});
