import { expect, test } from 'vitest';
import { openEntry } from '../../open-text.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

const at = (second: number) => `2026-01-01T00:00:0${second}Z`;
const item = (second: number, payload: object) => ({ timestamp: at(second), type: 'response_item', payload });
const lines = [
  item(0, { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'go' }] }),
  item(1, { type: 'function_call', call_id: 'c', name: 'shell', arguments: '{"command":["ls"]}' }),
  item(2, { type: 'function_call_output', call_id: 'c', output: { content: 'no such file', success: false } }),
  item(3, { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'It failed.' }] }),
];

function opened(rows: readonly object[]) {
  const source = openNow(rows.map((row) => JSON.stringify(row)).join('\n'));
  if (!source.ok) throw new Error(source.problem.message);
  const session = openEntry(source.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  return session.value;
}

test('an output whose payload says that it did not succeed is an error', () => {
  const [call] = opened(lines).history.invocations;
  expect([call?.outcome, call?.reason]).toEqual(['errored', 'no such file']);
});

test('lines that were listed with the newest on top are told in the order of time', () => {
  const { history, notes } = opened(lines.toReversed());
  expect(history.turns.map(({ kind }) => kind)).toEqual(['input', 'llm', 'capability', 'llm']);
  expect(notes.map(({ code }) => code)).toEqual(['codex/newest-first']);
});
