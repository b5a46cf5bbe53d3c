import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultDecisions } from '../../model/decisions.ts';
import { toJson } from '../../model/json.ts';
import type { History } from '../../model/history.ts';
import type { Session } from '../../model/session.ts';
import { materialise } from '../../model/materialise.ts';
import { Unknown, valueAt, type RecordValue, type Value } from '../../model/value.ts';
import { run } from '../testing.ts';
import type { AdkEvent } from './event.ts';
import type { AdkHeader } from './header.ts';
import { growing } from './history.ts';
import { adk } from './index.ts';
import { adkMachine, openingOf } from './machine.ts';
import { adkTesting, checked, recorded, started, user } from './testing.ts';

const message = (agent: string, more: RecordValue = {}): RecordValue => ({
  type: 'agent_message',
  author: agent,
  content: { parts: [{ type: 'text', text: 'x' }] },
  ...more,
});

/** The value at a path of the state, at every turn. */
function valueAtTurns(session: Session<AdkHeader, AdkEvent>, ...path: string[]): (Value | undefined)[] {
  const history = adk.history(session);
  return history.turns.map(({ index }) => valueAt(adk.stateAt(session, history, index, defaultDecisions), path));
}

describe('the state at a turn', () => {
  it('is the context of the agent of the turn, including the shared session', () => {
    const session = recorded([
      user('hi'),
      message('root', { branch: '' }),
      message('web', { branch: 'research.web', invocation_id: 'i-1', actions: { state_delta: { found: 1 } } }),
      message('root', { branch: '' }),
    ]);
    expect(valueAtTurns(session, 'branch')).toEqual(['', '', 'research.web', '']);
    expect(valueAtTurns(session, 'agent_name')).toEqual(['root', 'root', 'web', 'root']);
    expect(valueAtTurns(session, 'invocation_id')[2]).toBe('i-1');
    expect(valueAtTurns(session, 'invocation_id')[3]).toBeInstanceOf(Unknown);
    expect(valueAtTurns(session, 'session', 'state', 'found')).toEqual([undefined, undefined, 1, 1]);
  });

  it('is the newest context of the branch if contexts were created', () => {
    const opening = openingOf(started);
    if (!opening.ok) throw new Error(opening.problem.message);
    const { events } = run(adkMachine, {
      given: started,
      calls: [
        { op: 'derive', as: 'child', args: { agent_name: 'helper' } },
        { op: 'clear_session', on: 'child', as: 'fresh', args: {} },
        { op: 'set_field', on: 'fresh', args: { field: 'state', value: { mine: 1 } } },
        {
          op: 'append_event',
          args: { session: 'fresh.session', event: message('helper', { branch: 'RootAgent.helper' }) },
        },
        { op: 'append_event', args: { session: 'root.session', event: message('RootAgent') } },
      ],
    });
    const session = checked(opening.value.header, events);
    expect(valueAtTurns(session, 'branch')).toEqual(['RootAgent.helper', '']);
    expect(valueAtTurns(session, 'state', 'mine')).toEqual([1, undefined]);
  });

  it('follows the speaker if a recording has no branches', () => {
    const session = recorded([user('hi'), message('root'), message('expert', { branch: null }), message('root')]);
    const { turns, nodes } = adk.history(session);
    expect(turns.map(({ node }) => node)).toEqual(['root', 'root', 'expert', 'root']);
    expect(nodes.map(({ title }) => title)).toEqual(['root', 'expert']);
    expect(valueAtTurns(session, 'agent_name')[2]).toBe('expert');
  });
});

it('a run can continue from any turn of a recording, with the context and the session of that turn', () => {
  const session = recorded([
    user('hi'),
    message('web', { branch: 'web', actions: { state_delta: { found: 1 } } }),
    message('root', { branch: '' }),
  ]);
  const history = adk.history(session);
  for (const { index } of history.turns) {
    const snapshot = materialise(adk.stateAt(session, history, index, defaultDecisions));
    const { decided, states } = run(adkMachine, {
      given: { snapshot },
      calls: [
        { op: 'append_event', args: { session: 'root.session', event: message('web') } },
        { op: 'derive', args: { agent_name: 'child' } },
      ],
    });
    expect(decided.map(({ kind }) => kind)).toEqual(['done', 'done']);
    const end = states.at(-1);
    expect(end && valueAt(adkMachine.toSnapshot(end), ['session', 'events'])).toHaveLength(index + 2);
  }
});

describe('a run without start data', () => {
  it('starts with the smallest valid context and session, and accepts calls', () => {
    const opening = openingOf({});
    if (!opening.ok) throw new Error(opening.problem.message);
    const { decided } = run(adkMachine, {
      given: {},
      calls: [{ op: 'append_event', args: { session: 'root.session', event: message('agent') } }],
    });
    expect(decided.map(({ kind }) => kind)).toEqual(['done']);
    expect(opening.value.header.dialect).toBe('documented');
  });
});

it('columns built event by event equal columns built at once, for any sequence of calls', () => {
  const calls = adkTesting.scripts.flatMap((script) => script.calls);
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...calls), { maxLength: 40 }), (chosen) => {
      const opening = openingOf(started);
      if (!opening.ok) throw new Error(opening.problem.message);
      const { header } = opening.value;
      const { events } = run(adkMachine, { given: started, calls: chosen });
      const columns = growing(header);
      for (const event of events) columns.add(event);
      // All plain data except these two; the interface type does not express that.
      const plain = (history: History) => toJson({ ...history, results: null, growth: null } as unknown as Value);
      expect(plain(columns.history)).toBe(plain(adk.history(checked(header, events))));
    }),
    { seed: 20261121, numRuns: 60 },
  );
});

describe('a response', () => {
  const toolCall = (id: string, name: string, args: RecordValue): RecordValue =>
    message('root', { content: { parts: [{ type: 'tool_call', tool_call_id: id, tool_name: name, args }] } });
  const answer = (id: string, name: string, more: RecordValue): RecordValue => ({
    type: 'tool_response',
    content: { parts: [{ type: 'tool_response', tool_call_id: id, tool_name: name, ...more }] },
  });
  const used = (...events: readonly RecordValue[]) =>
    adk
      .history(recorded(events))
      .invocations.map(({ input, output, outcome, reason }) => [
        toJson(input ?? null),
        toJson(output ?? null),
        outcome,
        reason,
      ]);

  it('that is only preliminary makes no turn; the final response does', () => {
    const calls = used(
      toolCall('c', 'pay', { amount: 1 }),
      answer('c', 'pay', { result: 'wait', metadata: { outcome: 'pending' } }),
      answer('c', 'pay', { result: 'paid' }),
    );
    expect(calls).toEqual([['{"amount":1}', '"paid"', 'successful', undefined]]);
  });

  it('may report that the call was restricted, and why', () => {
    const metadata = { outcome: 'restricted', reason: 'waits for a confirmation' };
    expect(used(toolCall('c', 'pay', {}), answer('c', 'pay', { result: 'x', metadata }))).toEqual([
      ['{}', 'null', 'restricted', 'waits for a confirmation'],
    ]);
  });

  it('with an id that two calls share answers the calls in their order', () => {
    const calls = used(
      toolCall('c', 'f', { n: 1 }),
      toolCall('c', 'f', { n: 2 }),
      answer('c', 'f', { result: 'a' }),
      answer('c', 'f', { result: 'b' }),
    );
    expect(calls.map(([input, output]) => [input, output])).toEqual([
      ['{"n":1}', '"a"'],
      ['{"n":2}', '"b"'],
    ]);
  });
});

it('an answer without text shows its error or kind in brackets', () => {
  const error = message('root', { content: {}, metadata: { error_code: 'SAFETY', error_message: 'blocked' } });
  const thought = message('root', { content: { parts: [{ type: 'thinking', text: 'hm' }] } });
  expect(adk.history(recorded([error, thought])).turns.map(({ label }) => label)).toEqual([
    '[SAFETY: blocked]',
    '[thinking]',
  ]);
});

it('an event that was decided in a state is applied to it once, so that no table is copied for it', () => {
  const start = adkMachine.start(started);
  if (!start.ok) throw new Error(start.problem.message);
  const decided = adkMachine.decide(start.value, { op: 'derive', args: { agent_name: 'child' } });
  const [event] = decided.kind === 'done' ? decided.events : [];
  if (event === undefined) throw new Error(decided.kind);
  const after = adkMachine.apply(start.value, event);
  expect(adkMachine.apply(start.value, event)).toBe(after);
  expect(adkMachine.apply(after, event)).not.toBe(after);
});
