import { describe, expect, it } from 'vitest';
import { apply } from './apply.ts';
import type { A2aEvent, CapabilityInvoked } from './event.ts';
import { functionPart } from './function-part.ts';
import { historyOf } from './history.ts';
import { a2a } from './index.ts';
import type { Part } from './part.ts';
import { stateOfHeader } from './state.ts';

const header = { title: 'x' };
const call: Part = { data: { id: '1', name: 'look-up', args: { a: 1 } }, metadata: { adk_type: 'function_call' } };
const result: Part = {
  data: { id: '1', name: 'look-up', response: 7 },
  metadata: { kagent_type: 'function_response' },
};

const said = (id: string, ...parts: readonly Part[]): A2aEvent => ({
  type: 'status-sent',
  task: 't',
  message: { message_id: id, role: 'agent', parts },
});

const used = (fields: Partial<CapabilityInvoked>): A2aEvent => ({
  type: 'capability-invoked',
  task: 't',
  function: 'look_up',
  outcome: 'successful',
  ...fields,
});

const events: readonly A2aEvent[] = [
  { type: 'task-submitted', task: 't', context: null },
  { type: 'turn-started', task: 't' },
  said('1', { text: 'one moment' }, call),
  said('2', result),
  used({ args: { a: 1 }, output: 7, took_ms: 12 }),
  used({ outcome: 'errored', reason: 'gone' }),
  used({ outcome: 'restricted', reason: 'no', agent_task: 'u' }),
];

describe('a data part', () => {
  it('is a call or a result when its metadata marks it so, with any prefix', () => {
    expect(functionPart(call)).toEqual({
      kind: 'call',
      id: '1',
      name: 'look-up',
      args: { a: 1 },
      isLongRunning: false,
    });
    expect(functionPart(result)).toEqual({ kind: 'result', id: '1', name: 'look-up', response: 7 });
    expect(functionPart({ ...call, metadata: { type: 'function_call', adk_is_long_running: true } })).toMatchObject({
      isLongRunning: true,
    });
  });

  it('is plain data without such a mark, a name or a record', () => {
    expect(functionPart({ data: { name: 'f' } })).toBeNull();
    expect(functionPart({ text: 'f', metadata: { adk_type: 'function_call' } })).toBeNull();
    expect(functionPart({ data: {}, metadata: { adk_type: 'function_call' } })).toBeNull();
    expect(functionPart({ data: [1], metadata: { adk_type: 'function_response' } })).toBeNull();
  });
});

describe('the use of a capability', () => {
  it('is a turn; a message with only results is not', () => {
    const { turns, invocations, functions } = historyOf({ system: 'a2a', header, events, notes: [] });
    expect(turns.map(({ kind, label }) => `${kind} ${label}`.trim())).toEqual([
      'input',
      'llm one moment · plan: look_up',
      'capability look_up',
      'capability look_up',
      'capability look_up',
    ]);
    expect(turns[2]?.tookMs).toBe(12);
    expect(invocations.map(({ outcome, output, taskId }) => [outcome, output, taskId])).toEqual([
      ['successful', 7, null],
      ['errored', { error: 'gone' }, null],
      ['restricted', null, 'u'],
    ]);
    expect(functions).toEqual([{ key: 'look_up', kind: 'agent', declared: false }]);
  });

  it('does not change the task, and is ignored when there is no such task', () => {
    const before = events.slice(0, 4).reduce(apply, stateOfHeader(header));
    expect(apply(before, used({}))).toBe(before);
    const checked = a2a.check({ system: 'a2a', header, events: [used({})], notes: [] });
    expect(checked.ok && checked.value.notes.map(({ code }) => code)).toEqual(['a2a/unknown-task']);
    expect(checked.ok && a2a.history(checked.value).turns).toEqual([]);
  });
});
