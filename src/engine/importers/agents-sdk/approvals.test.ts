import { expect, test } from 'vitest';
import { openEntry } from '../../open-text.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

const raw_item = { type: 'function_call', call_id: 'c', id: 'f', name: 'send', arguments: '{}' };

function opened(approvals: object, isPending: boolean, more: readonly object[] = []) {
  const state = {
    $schemaVersion: '1.16',
    original_input: 'send it',
    generated_items: [{ type: 'tool_call_item', raw_item }, ...more],
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
  expect(calls).toEqual([['pending', 'waiting for approval when the recording ends']]);
});

test('a call that was allowed and has not run does not wait for anybody', () => {
  const { calls } = opened({ send: { approved: ['c'], rejected: [] } }, true);
  expect(calls).toEqual([['pending', 'approved, and not yet run when the recording ends']]);
});

test('a decision about a call that is not in the file is said to be left out', () => {
  const { codes } = opened({ send: { approved: [], rejected: ['another'] } }, false);
  expect(codes).toContain('agents-sdk/approval');
});

const always = (sticky_rejection_message?: string) => ({
  send: {
    approved: false,
    rejected: true,
    ...(sticky_rejection_message !== undefined && { sticky_rejection_message }),
  },
});
const output = (text: string) => ({
  type: 'tool_call_output_item',
  raw_item: { type: 'function_call_output', call_id: 'c', output: text },
});

test('a call of a tool that is refused once and for all did not run, whether it was asked about or told of', () => {
  const denial = [['restricted', 'never by mail']];
  expect(opened(always('never by mail'), true).calls).toEqual(denial);
  expect(opened(always('never by mail'), false).calls).toEqual(denial);
  expect(opened(always('never by mail'), false, [output('never by mail')]).calls).toEqual(denial);
  expect(opened(always(), false, [output('Tool execution was not approved.')]).calls).toEqual([
    ['restricted', 'the approval was denied'],
  ]);
});

test('what such a tool gave before the decision stays its result', () => {
  expect(opened(always(), false, [output('sent')]).calls).toEqual([['successful', undefined]]);
});

test('a call of a tool that is allowed once and for all does not wait for anybody', () => {
  const { calls } = opened({ send: { approved: true, rejected: [] } }, true);
  expect(calls).toEqual([['pending', 'approved, and not yet run when the recording ends']]);
});
