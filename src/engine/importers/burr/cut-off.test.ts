import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

function opened(text: string) {
  const read = openNow(text);
  if (!read.ok) throw new Error(read.problem.message);
  const session = openEntry(read.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  const { history } = session.value;
  return { importer: read.value.importer.id, functions: history.invocations.map(({ function: name }) => name) };
}

test('a log that begins with the lines of spans is one log, not several states', () => {
  const start_time = '2026-03-01T10:00:00Z';
  const span = (index: number) => ({ type: 'begin_span', action_sequence_id: 0, span_id: `0:${index}`, start_time });
  const state = (id: number) => ({ __SEQUENCE_ID: id });
  const lines = [
    ...[0, 1, 2, 3, 4].map(span),
    { type: 'end_entry', sequence_id: 0, action: 'ask', result: {}, state: state(0), end_time: start_time },
    { type: 'begin_entry', sequence_id: 1, action: 'answer', inputs: {}, start_time },
    { type: 'end_entry', sequence_id: 1, action: 'answer', result: {}, state: state(1), end_time: start_time },
  ];
  const found = opened(lines.map((line) => JSON.stringify(line)).join('\n'));
  expect(found).toEqual({ importer: 'burr', functions: ['ask', 'answer'] });
});
