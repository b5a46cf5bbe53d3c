import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contextAt } from '../../model/context-view.ts';
import { defaultDecisions } from '../../model/decisions.ts';
import { toJson } from '../../model/json.ts';
import { isRecord, valueAt } from '../../model/value.ts';
import type { OperationCall } from '../machine.ts';
import type { CallEvent } from './event.ts';
import type { CallHeader } from './header.ts';
import { historyOf } from './history.ts';
import { voice } from './index.ts';
import { voiceMachine } from './machine.ts';
import { voiceTesting } from './testing.ts';
import type { CallSession } from './trail.ts';

const begun = (header: Partial<CallHeader> = {}) => {
  const events: CallEvent[] = [];
  const session: CallSession = { system: 'voice', header: { title: 'a call', ...header }, events, notes: [] };
  const columns = voice.growing(session.header);
  return {
    session,
    history: columns.history,
    add(event: CallEvent) {
      events.push(event);
      columns.add(event);
    },
  };
};

/** The values that rules see after the latest turn. */
const seen = (session: CallSession, history = historyOf(session)) => {
  const turn = history.turns.length - 1;
  return [
    toJson(contextAt(history, turn, defaultDecisions)),
    toJson(voice.stateAt(session, history, turn, defaultDecisions)),
  ];
};

const anyEvent: fc.Arbitrary<CallEvent> = fc.constantFrom<CallEvent>(
  { type: 'user-spoke', text: 'hi' },
  { type: 'agent-spoke', text: 'hello', took_ms: 7 },
  { type: 'tool-called', tool: 'a', params: { x: 1 } },
  { type: 'tool-called', tool: 'b', params: {} },
  { type: 'tool-blocked', tool: 'a', unmet: ['on'] },
  { type: 'tool-ended', outcome: 'ok', output: 1, took_ms: 3 },
  { type: 'tool-ended', outcome: 'error' },
  { type: 'operation-failed', kind: 'not_a_list', message: 'no list' },
  { type: 'value-set', path: 'workflow.n', value: 1 },
  { type: 'agent-switched', agent: 'other' },
);

describe('columns built event by event', () => {
  it('equal, at every event, the columns of a recording that ends there, with or without reads in between', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyEvent, fc.boolean()), { maxLength: 20 }), (steps) => {
        const grown = begun({ context: { current_agent: 'first' } });
        for (const [event, looks] of steps) {
          grown.add(event);
          if (looks) seen(grown.session, grown.history);
        }
        const recording = { ...grown.session, events: [...grown.session.events] };
        expect(grown.history).toEqual(historyOf(recording));
        expect(seen(grown.session, grown.history)).toEqual(seen(recording));
      }),
    );
  });

  it('contain all events of the machine’s own scripts', () => {
    for (const { given, calls } of voiceTesting.scripts) {
      const { context = {} } = given;
      const start = voiceMachine.start({ context });
      if (!isRecord(context) || !start.ok) throw new Error('a script starts with a context');
      const grown = begun({ context });
      let state = start.value;
      for (const call of calls) {
        const decided = voiceMachine.decide(state, call);
        for (const event of decided.kind === 'done' ? decided.events : []) {
          state = voiceMachine.apply(state, event);
          grown.add(event);
        }
        expect(seen(grown.session, grown.history)).toEqual(
          seen({ ...grown.session, events: [...grown.session.events] }),
        );
      }
    }
  });

  it('count a tool call as errored once it has failed, even if it was read before its end', () => {
    const { history, add } = begun();
    const counts = () =>
      ['count_successful', 'count_errored'].map((name) =>
        valueAt(contextAt(history, 0, defaultDecisions), ['capabilities', 'book', name]),
      );
    add({ type: 'tool-called', tool: 'book', params: {} });
    expect(counts()).toEqual([0, 0]);
    add({ type: 'tool-ended', outcome: 'error', error: 'no seat', took_ms: 40 });
    expect(counts()).toEqual([0, 1]);
    expect(history.turns[0]?.tookMs).toBe(40);
  });

  it('grow by thousands of calls, each visible at once', () => {
    const bookings: readonly OperationCall[] = [
      { op: 'begin_tool', args: { tool: 'book', params: { seat: 1 } } },
      { op: 'set', args: { path: 'workflow.seats[+]', value: 1 } },
      { op: 'end_tool', args: { outcome: 'error', error: 'no seat' } },
    ];
    const { session, history, add } = begun();
    const start = voiceMachine.start({});
    if (!start.ok) throw new Error(start.problem.message);
    let state = start.value;
    for (let i = 0; i < 12_000; i++) {
      const call = bookings[i % bookings.length] ?? { op: 'to_dict', args: {} };
      const decided = voiceMachine.decide(state, call);
      for (const event of decided.kind === 'done' ? decided.events : []) {
        state = voiceMachine.apply(state, event);
        add(event);
      }
      const turn = history.turns.length - 1;
      voice.stateAt(session, history, turn, defaultDecisions);
      const count = valueAt(contextAt(history, turn, defaultDecisions), ['capabilities', 'book', 'count_errored']);
      expect(count).toBe(Math.floor((i + 1) / 3));
    }
  });
});
