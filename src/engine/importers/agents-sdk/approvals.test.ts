import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
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

test('a call whose approval request has no answer is pending', () => {
  const { calls } = opened({}, true);
  expect(calls).toEqual([['pending', 'waiting for approval when the recording ends']]);
});

test('an approved call that has not run is pending, but not for approval', () => {
  const { calls } = opened({ send: { approved: ['c'], rejected: [] } }, true);
  expect(calls).toEqual([['pending', 'approved, and not yet executed when the recording ends']]);
});

test('the report says that a decision about a call missing from the file is left out', () => {
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

test('a call of a tool that the user always refuses is restricted, pending or with a refusal as output', () => {
  const denial = [['restricted', 'never by mail']];
  expect(opened(always('never by mail'), true).calls).toEqual(denial);
  expect(opened(always('never by mail'), false).calls).toEqual(denial);
  expect(opened(always('never by mail'), false, [output('never by mail')]).calls).toEqual(denial);
  expect(opened(always(), false, [output('Tool execution was not approved.')]).calls).toEqual([
    ['restricted', 'the approval was denied'],
  ]);
});

test('an output from before a permanent refusal stays the result', () => {
  expect(opened(always(), false, [output('sent')]).calls).toEqual([['successful', undefined]]);
});

test('a call of a tool that the user always allows does not wait for approval', () => {
  const { calls } = opened({ send: { approved: true, rejected: [] } }, true);
  expect(calls).toEqual([['pending', 'approved, and not yet executed when the recording ends']]);
});
