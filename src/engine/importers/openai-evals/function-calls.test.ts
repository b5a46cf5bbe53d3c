import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

test('a function that an evaluation called is a call between the model’s answers', () => {
  const event = (event_id: number, type: string, data: object) => ({
    run_id: 'r',
    event_id,
    sample_id: 'x.dev.0',
    type,
    data,
    created_by: '',
    created_at: `2024-01-01 00:00:0${event_id}+00:00`,
  });
  const asked = [{ role: 'user', content: 'weather?' }];
  const answered = [...asked, { role: 'assistant', content: 'I look.' }, { role: 'user', content: 'sunny' }];
  const lines = [
    event(0, 'sampling', { prompt: asked, sampled: ['I look.'] }),
    event(1, 'function_call', { name: 'weather', arguments: { city: 'Rome' }, return_value: 'sunny' }),
    event(2, 'sampling', { prompt: answered, sampled: ['Sunny'] }),
  ];
  const { opened, session } = firstSession(lines.map((line) => JSON.stringify(line)).join('\n'));
  expect(opened.importer.id).toBe('openai-evals');
  const { turns, invocations } = session.history;
  expect(turns.map(({ label }) => label)).toEqual(['weather?', 'I look.', 'weather', 'sunny', 'Sunny']);
  expect(invocations.map(({ input, outcome, output }) => [input, outcome, output])).toEqual([
    [{ city: 'Rome' }, 'successful', 'sunny'],
  ]);
});
