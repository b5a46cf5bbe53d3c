import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

const reportOf = (value: unknown) =>
  firstSession(JSON.stringify(value)).session.notes.filter(({ code }) => code === 'import/tokens-missing');

const generation = (id: string, input: unknown, output: unknown, usageDetails?: unknown) => ({
  id,
  type: 'GENERATION',
  name: 'chat',
  startTime: `2025-01-01T00:00:0${id}.000Z`,
  endTime: `2025-01-01T00:00:0${id}.500Z`,
  input,
  output: { role: 'assistant', content: output },
  ...(usageDetails === undefined ? {} : { usageDetails }),
});
const greeting = { role: 'assistant', content: 'Welcome!' };
const question = { role: 'user', content: 'Where is my order?' };
const trace = (observations: unknown) => ({ trace: { id: 't', name: 'chat' }, observations });

test('a model turn that only a later prompt repeats is named if the others have tokens', () => {
  const [note] = reportOf(trace([generation('1', [greeting, question], 'On its way.', { input: 10, output: 4 })]));
  expect(note?.message).toContain('no number of tokens for 1 of 2 model turns');
  expect(note?.message).toMatch(/: turn 0\.$/);
});

test('a recording that counts every model call has no such note, and neither has one that counts none', () => {
  expect(reportOf(trace([generation('1', [question], 'On its way.', { input: 10, output: 4 })]))).toEqual([]);
  expect(reportOf(trace([generation('1', [greeting, question], 'On its way.')]))).toEqual([]);
});
