import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entry, type MapValue, type RecordValue, type Value } from '../../model/value.ts';
import { deepFreeze } from '../testing.ts';
import { apply } from './apply.ts';
import { toDict } from './dict.ts';
import type { CallEvent } from './event.ts';
import { plain } from './plain.ts';
import { startCall } from './start.ts';
import type { CallState } from './state.ts';
import { voiceMachine } from './machine.ts';

const context: RecordValue = {
  current_agent: 'a',
  user: { name: 'Rahul' },
  workflow: { left: { n: 1 }, right: { n: 1 }, list: [{ n: 1 }, { n: 2 }] },
  flags: { on: true },
  agents: { a: { n: 1 }, b: { n: 1 } },
};
const start = startCall(context).state;
const at = (fields: MapValue, key: string) => entry(fields, key);

describe('apply', () => {
  it('shares every part that an event does not change', () => {
    const after = apply(start, { type: 'value-set', path: 'workflow.left.n', value: 2 });
    expect(at(after.spaces.workflow, 'right')).toBe(at(start.spaces.workflow, 'right'));
    expect(at(after.spaces.workflow, 'list')).toBe(at(start.spaces.workflow, 'list'));
    expect(after.spaces.user).toBe(start.spaces.user);
    expect(after.spaces.agents).toBe(start.spaces.agents);
    const other = apply(after, { type: 'agent-state-set', agent: 'b', key: 'n', value: 2 });
    expect(at(other.spaces.agents, 'a')).toBe(at(start.spaces.agents, 'a'));
    expect(other.spaces.workflow).toBe(after.spaces.workflow);
  });

  it('keeps the same namespaces when an equal value is written', () => {
    const after = apply(start, { type: 'value-set', path: 'workflow.left', value: { n: 1 } });
    expect(after.spaces.workflow).toBe(start.spaces.workflow);
    expect(after.trace.length).toBe(start.trace.length + 1);
    expect(apply(start, { type: 'agent-state-set', agent: 'a', key: 'n', value: 1 }).spaces).toBe(start.spaces);
  });

  it.each<[string, CallEvent]>([
    ['nothing is there to take out', { type: 'value-deleted', path: 'workflow.none' }],
    ['the place is the user’s', { type: 'value-set', path: 'user.name', value: 'X' }],
    ['the path is none', { type: 'value-set', path: 'nowhere', value: 1 }],
    ['the path ends where lists grow', { type: 'value-appended', path: 'workflow.list[+]', value: 1 }],
    ['a flag is no object', { type: 'value-set', path: 'flags.on.x', value: true }],
    ['the agent has control already', { type: 'agent-switched', agent: 'a' }],
    ['someone speaks', { type: 'user-spoke', text: 'hi' }],
    ['a tool ended well', { type: 'tool-ended', outcome: 'ok' }],
  ])('hands back the very same state when %s', (_why, event) => {
    expect(apply(start, event)).toBe(start);
  });

  it('completes the requested handoff, and abandons it on a switch to another agent', () => {
    const requested = apply(start, { type: 'handoff-triggered', target: 'b' });
    expect([requested.pending_handoff, requested.current_agent]).toEqual(['b', 'a']);
    const there = apply(requested, { type: 'agent-switched', agent: 'b' });
    expect([there.pending_handoff, [...there.agent_history]]).toEqual([null, ['a', 'b']]);
    expect(there.trace.at(-1 + there.trace.length)).not.toHaveProperty('abandoned');
    const elsewhere = apply(requested, { type: 'agent-switched', agent: 'c' });
    expect(elsewhere.trace.at(elsewhere.trace.length - 1)).toMatchObject({ kind: 'switch', from: 'a', abandoned: 'b' });
    expect(elsewhere.spaces).toBe(start.spaces);
  });

  it('accepts names with any characters as complete keys', () => {
    const state = [
      { type: 'flag-changed', flag: 'a.b', value: true } as const,
      { type: 'agent-state-set', agent: 'x.y', key: '__proto__', value: 1 } as const,
    ].reduce(apply, start);
    expect(state.spaces.flags).toEqual({ on: true, 'a.b': true });
    expect(Object.keys(at(state.spaces.agents, 'x.y') as RecordValue)).toEqual(['__proto__']);
    expect({}).not.toHaveProperty('polluted');
  });
});

const path: fc.Arbitrary<string> = fc.constantFrom(
  'workflow.left.n',
  'workflow.left',
  'workflow.list',
  'workflow.list[0]',
  'workflow.list[1].n',
  'workflow.new.deep',
  'workflow',
  'flags.on',
  'agents.a.n',
  'params.x',
  'user.name',
);
const value: fc.Arbitrary<Value> = fc.oneof(
  fc.boolean(),
  fc.nat(3),
  fc.constant<Value>(null),
  fc.constant<Value>([1, { n: 1 }]),
  fc.constant<Value>({ n: { m: 1 } }),
);
const anyEvent: fc.Arbitrary<CallEvent> = fc.oneof(
  fc.record({ type: fc.constant('value-set' as const), path, value }),
  fc.record({ type: fc.constant('value-appended' as const), path, value }),
  fc.record({ type: fc.constant('value-deleted' as const), path }),
  fc.record({ type: fc.constant('tool-called' as const), params: fc.constant({ x: 1 }) }),
  fc.record({ type: fc.constant('agent-switched' as const), agent: fc.constantFrom('a', 'b') }),
  fc.record({
    type: fc.constant('agent-state-set' as const),
    agent: fc.constantFrom('a', 'c'),
    key: fc.constant('n'),
    value,
  }),
  fc.record({
    type: fc.constant('user-spoke' as const),
    at: fc.constantFrom('2026-05-20T03:00:00Z', '2026-05-20T03:00:01Z'),
  }),
);

describe('a call, for any events,', () => {
  it('keeps every earlier state and every branched-off state unchanged', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 20 }), anyEvent, (events, other) => {
        const states: CallState[] = [start];
        for (const event of events) {
          states.push(apply(states.at(-1) ?? start, event));
          deepFreeze(states.at(-1));
        }
        const before = states.map(toDict);
        for (const state of states) apply(state, other);
        expect(states.map(toDict)).toEqual(before);
        expect(toDict(events.reduce(apply, start))).toEqual(before.at(-1));
      }),
    );
  });

  it('keeps its invariants (constant user, boolean flags, agents as objects), and its export can be restored', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
        const state = events.reduce(apply, start);
        expect(state.spaces.user).toBe(start.spaces.user);
        for (const flag of Object.values(plain(state.spaces.flags) as RecordValue)) expect(typeof flag).toBe('boolean');
        for (const agent of Object.values(plain(state.spaces.agents) as RecordValue))
          expect(agent).toBeTypeOf('object');
        const again = voiceMachine.fromSnapshot(toDict(state));
        expect(again.ok && toDict(again.value)).toEqual(toDict(state));
      }),
    );
  });

  it.each<[string, (i: number) => CallEvent]>([
    ['appends to one list', (i) => ({ type: 'value-appended', path: 'workflow.list', value: i })],
    ['writes one place', (i) => ({ type: 'value-set', path: 'workflow.n', value: i })],
    ['writes ever new keys', (i) => ({ type: 'value-set', path: `workflow.k${i}`, value: i })],
  ])('copies nothing in proportion to what has happened when it %s', (_what, eventAt) => {
    // A full copy per event would take billions of steps: the test would not end.
    let state = start;
    for (let i = 0; i < 100_000; i++) state = apply(state, eventAt(i));
    expect(state.trace.length).toBe(100_000 + start.trace.length);
  });
});
