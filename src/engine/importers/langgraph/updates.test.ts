import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

const turnsOf = (values: readonly object[]) =>
  firstSession(JSON.stringify(values)).session.history.turns.map(({ kind, label }) => `${kind} ${label}`);
const ai = (content: string) => ({ type: 'ai', content });
const human = (content: string) => ({ type: 'human', content });
const wrote = (node: string, ...messages: readonly object[]) => ({ [node]: { messages } });

test('messages without ids that nodes wrote all appear, even where their text repeats', () => {
  expect(turnsOf([wrote('agent', ai('working')), wrote('agent', ai('working')), wrote('agent', ai('done'))])).toEqual([
    'llm working',
    'llm working',
    'llm done',
  ]);
});

test('an update that contains the end of the conversation, or all of it, adds only the new messages', () => {
  expect(
    turnsOf([
      wrote('agent', human('go'), ai('one')),
      wrote('critic', ai('one'), ai('two')),
      wrote('writer', human('go'), ai('one'), ai('two'), ai('three')),
      wrote('writer', human('go'), ai('three'), ai('four')),
    ]),
  ).toEqual(['input go', 'llm one', 'llm two', 'llm three', 'llm four']);
});

test('complete states repeat what nodes wrote', () => {
  const state = [human('go'), ai('working')];
  expect(
    turnsOf([
      { messages: state.slice(0, 1) },
      wrote('agent', ai('working')),
      { messages: state },
      wrote('agent', ai('working')),
      { messages: [...state, ai('working')] },
    ]),
  ).toEqual(['input go', 'llm working', 'llm working']);
});

test('the messages of a subgraph appear once, though the graph around it repeats them', () => {
  const inner = (...messages: readonly object[]) => [['team:1'], wrote('agent', ...messages)];
  const turns = turnsOf([
    inner(ai('looking')),
    inner(ai('found')),
    [[], wrote('team', ai('looking'), ai('found'))],
    [[], wrote('boss', ai('thanks'))],
  ]);
  expect(turns).toEqual(['llm looking', 'llm found', 'llm thanks']);
});
