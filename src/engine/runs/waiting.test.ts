import { expect, it } from 'vitest';
import type { OperationCall } from '../systems/machine.ts';
import type { System } from '../systems/system.ts';
import { a2a } from '../systems/a2a/index.ts';
import { noetic } from '../systems/noetic/index.ts';
import { task } from '../systems/task/index.ts';
import { voice } from '../systems/voice/index.ts';
import { Run } from './run.ts';
import type { RecordValue } from '../model/value.ts';
import { waitingSteps } from './waiting.ts';

function after(system: System, given: RecordValue, calls: readonly OperationCall[]): Run {
  const run = Run.start(system, given);
  if (!run.ok) throw new Error(run.problem.message);
  return calls.reduce((now, call) => now.perform(call), run.value);
}
const call = (op: string, args: RecordValue = {}, rest: Partial<OperationCall> = {}): OperationCall => ({
  op,
  args,
  ...rest,
});

it('a wait continues until it is settled, and its answer names the channel', () => {
  const run = after(noetic, {}, [
    call('channel', { label: 'c', mode: 'queue' }),
    call('recv', { channel: 'c' }),
    call('recv', { channel: 'c', timeout: 5 }),
  ]);
  const answer = { as: '', on: '', op: 'send', args: { channel: { kind: 'text', text: 'c' } } };
  expect(waitingSteps(run)).toEqual([
    { index: 1, op: 'recv', answers: [answer] },
    { index: 2, op: 'recv', answers: [answer] },
  ]);
  const sent = run.perform(call('send', { channel: 'c', value: 1 }));
  expect(waitingSteps(sent).map(({ index }) => index)).toEqual([2]);
  expect(waitingSteps(sent.perform(call('advance', { ms: 10 })))).toEqual([]);
});

it('a call that returns at once does not wait', () => {
  const run = after(noetic, {}, [
    call('channel', { label: 'c', mode: 'queue' }),
    call('send', { channel: 'c', value: 1 }),
    call('recv', { channel: 'c' }),
  ]);
  expect(waitingSteps(run)).toEqual([]);
});

it('a question waits until an answer is accepted', () => {
  const message = (id: string) => ({ message_id: id, parts: [{ text: 'German' }] });
  const asked = after(a2a, { message: message('m-1') }, [call('request_input', { question: 'Which language?' })]);
  expect(waitingSteps(asked)).toMatchObject([
    { index: 0, op: 'request_input', answers: [{ op: 'follow_up', args: {} }] },
  ]);
  expect(waitingSteps(asked.perform(call('follow_up', { message: 3 })))).toHaveLength(1);
  expect(waitingSteps(asked.perform(call('follow_up', { message: message('m-2') })))).toEqual([]);
});

it('a requested handoff waits for the switch to its target', () => {
  const run = after(voice, {}, [call('trigger_handoff', { target: 'coach' })]);
  expect(waitingSteps(run)).toMatchObject([{ answers: [{ op: 'switch_agent', args: { name: { text: 'coach' } } }] }]);
  expect(waitingSteps(run.perform(call('switch_agent', { name: 'coach' })))).toEqual([]);
});

it('the named reviewer approves or denies a review, and a delegated task answers under its own name', () => {
  const manifest = {
    capabilities: {
      refund: { before: [{ assert: 'review("lead@example.com")' }] },
      'research-agent': '*',
    },
  };
  const said = { message: [{ mimeType: 'text/plain', text: 'hi' }] };
  const run = after(task, { manifest, agents: { 'research-agent': {} } }, [
    call('input', said),
    call('call', { function: 'refund', args: { amount: 9 }, result: 1 }),
  ]);
  const args = { user: { kind: 'text', text: 'lead@example.com' } };
  expect(waitingSteps(run)).toMatchObject([
    {
      index: 1,
      op: 'call',
      answers: [
        { op: 'approve', on: '', args },
        { op: 'deny', args },
      ],
    },
  ]);
  const decided = run.perform(call('approve'));
  expect(waitingSteps(decided)).toEqual([]);
  const delegating = call('call', { function: 'research_agent', args: { message: 'look' } }, { as: 'kid' });
  const delegated = decided.perform(delegating);
  expect(delegated.labels).toContain('kid');
  expect(waitingSteps(delegated)).toMatchObject([{ index: 3, answers: [{ op: 'output', on: 'kid' }] }]);
  expect(waitingSteps(delegated.perform(call('output', said, { on: 'kid' })))).toEqual([]);
});

it('an object that the machine names can be called, and is not the main object', () => {
  const run = after(noetic, {}, [call('spawn'), call('spawn', {}, { as: 'kid' }), call('get', { probe: 'cwd' })]);
  expect(run.labels).toEqual(['context-1', 'kid']);
  const on = run.perform(call('set_cwd', { cwd: '/a' }, { on: 'context-1' }));
  expect(on.steps.at(-1)?.outcome).toEqual({ returns: null });
  const served = after(a2a, {}, [call('new_task', { message: { message_id: 'm', parts: [{ text: 'hi' }] } })]);
  expect(served.steps.at(0)?.outcome).toMatchObject({ returns: { ctx: 'ctx' } });
  expect(served.labels).toEqual([]);
});
