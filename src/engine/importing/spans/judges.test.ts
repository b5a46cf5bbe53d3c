import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

const judge = {
  id: '1',
  type: 'GENERATION',
  name: 'LLM-as-a-judge: Helpfulness',
  startTime: '2025-01-01T00:00:01.000Z',
  endTime: '2025-01-01T00:00:02.000Z',
  input: [{ role: 'user', content: 'Score this.\nInput: where is my order?\nOutput: on its way' }],
  output: { score: 1, reasoning: 'It answers.' },
};
const assistant = {
  ...judge,
  id: '2',
  name: 'chat',
  input: [{ role: 'user', content: 'Where is my order?' }],
  output: { role: 'assistant', content: 'On its way.' },
};
const opened = (...observations: readonly unknown[]) =>
  firstSession(JSON.stringify({ trace: { id: 't', name: 'orders' }, observations })).session;
const noted = (...observations: readonly unknown[]) =>
  opened(...observations).notes.filter(({ code }) => code === 'spans/judge-only');

test('a trace with only the call of a judge has a note that it is not the conversation', () => {
  const { history, notes } = opened(judge);
  expect(noted(judge).map(({ message }) => message)).toEqual([
    'The only model call of this trace (“LLM-as-a-judge: Helpfulness”) judged a conversation: the turns are the judge’s prompt and verdict. To see the judged conversation, open its own trace.',
  ]);
  expect(history.turns.map(({ text: said }) => said)[1]).toBe('{"score":1,"reasoning":"It answers."}');
  expect(notes.map(({ code }) => code)).not.toContain('import/no-answer');
});

test('a judge is also recognised by its instructions', () => {
  const instructed = {
    ...judge,
    name: 'gpt-4o',
    input: [
      { role: 'system', content: 'You are an impartial judge of answers.' },
      { role: 'user', content: 'Q: … A: …' },
    ],
  };
  expect(noted(instructed)).toHaveLength(1);
});

test('a judge beside the conversation that it judges, and a conversation alone, have no such note', () => {
  expect(noted(assistant, judge)).toEqual([]);
  expect(noted(assistant)).toEqual([]);
});
