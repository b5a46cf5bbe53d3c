import { expect, test } from 'vitest';
import { openEntry } from '../../open-text.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

const raw_item = { type: 'function_call', call_id: 'c', id: 'f', name: 'send', arguments: '{}' };

function opened(approvals: object, isPending: boolean) {
  const state = {
    $schemaVersion: '1.16',
    original_input: 'send it',
    generated_items: [{ type: 'tool_call_item', raw_item }],
    current_agent: { name: 'a' },
    context: { approvals },
    ...(isPending && { current_step: { data: { interruptions: [{ raw_item }] } } }),
  };
  const text = openNow(JSON.stringify(state));
  if (!text.ok) throw new Error(text.problem.message);
  const session = openEntry(text.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  const { history, notes } = session.value;
  return {
    calls: history.invocations.map(({ outcome, reason }) => [outcome, reason]),
    codes: notes.map(({ code }) => code),
  };
}

test('a call that was asked about and not answered waits', () => {
  const { calls } = opened({}, true);
  expect(calls).toEqual([['restricted', 'waiting for approval when the recording ends']]);
});

test('a call that was allowed and has not run does not wait for anybody', () => {
  const { calls } = opened({ send: { approved: ['c'], rejected: [] } }, true);
  expect(calls).toEqual([['restricted', 'approved, and not yet run when the recording ends']]);
});

test('a decision about a call that is not in the file is said to be left out', () => {
  const { codes } = opened({ send: { approved: [], rejected: ['another'] } }, false);
  expect(codes).toContain('agents-sdk/approval');
});
