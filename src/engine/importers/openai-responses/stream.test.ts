import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

test('a stream that was cut off keeps the text and the calls received so far', () => {
  const events = [
    { type: 'response.created', response: { id: 'r', object: 'response', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item: { type: 'message', role: 'assistant', content: [] } },
    { type: 'response.output_text.delta', output_index: 0, delta: 'Hel' },
    { type: 'response.output_text.delta', output_index: 0, delta: 'lo' },
    { type: 'response.output_item.added', output_index: 1, item: { type: 'function_call', call_id: 'c', name: 'f' } },
    { type: 'response.function_call_arguments.delta', output_index: 1, delta: '{"x": 1}' },
  ];
  const read = openNow(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
  if (!read.ok) throw new Error(read.problem.message);
  const session = openEntry(read.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  const { history, notes } = session.value;
  expect(history.turns.map(({ kind, text: said }) => [kind, said])).toEqual([
    ['llm', 'Hello'],
    ['capability', undefined],
  ]);
  expect(history.invocations[0]?.input).toEqual({ x: 1 });
  expect(notes.map(({ code }) => code)).toContain('openai-responses/cut-off');
});
