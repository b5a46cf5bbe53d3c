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
