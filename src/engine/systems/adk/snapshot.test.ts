import { describe, expect, it } from 'vitest';
import { materialise } from '../../model/materialise.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { adkMachine } from './machine.ts';

/** As the library writes a context, with fields that only later versions have. */
const context: RecordValue = {
  invocation_id: 'inv-1',
  session_id: 'session-1',
  user_id: 'user-1',
  app_name: 'my-app',
  agent_name: 'RootAgent',
  branch: '',
  state: { user_name: 'Alice' },
  session: {
    id: 'session-1',
    app_name: 'my-app',
    user_id: 'user-1',
    state: { persisted: true },
    events: [{ id: 'evt-1', type: 'user_message', timestamp: 1742000000.5, content: { role: null, parts: [] } }],
    last_update_time: 1742000000.5,
    owner: 'kept',
  },
  run_config: {},
  memory_service: null,
  event_callback: null,
  agent_states: { RootAgent: { step: 2 } },
  is_resumable: true,
};

function readBack(value: Value): Value {
  const state = adkMachine.fromSnapshot(value);
  if (!state.ok) throw new Error(state.problem.message);
  return materialise(adkMachine.toSnapshot(state.value));
}

describe('a snapshot', () => {
  it('of a context is reproduced exactly, with the fields of later library versions', () => {
    expect(readBack(context)).toEqual(context);
  });

  it('shows a callback, which is restored as a callback', () => {
    const live = { ...context, event_callback: '<callable>' };
    expect(readBack(live)).toEqual(live);
    const state = adkMachine.fromSnapshot(live);
    expect(state.ok && adkMachine.decide(state.value, { op: 'export', args: {} })).toMatchObject({
      error: { kind: 'not_serialisable', field: 'event_callback' },
    });
  });

  it('may be only a session or only its events: missing fields are not invented', () => {
    const { session } = context;
    expect(readBack(session ?? null)).toEqual({
      session_id: 'session-1',
      user_id: 'user-1',
      app_name: 'my-app',
      session,
    });
    const events = [{ type: 'user_message', content: { parts: [] } }];
    expect(readBack(events)).toEqual({ session: { state: {}, events } });
    expect(readBack(readBack(events))).toEqual({ session: { state: {}, events } });
  });

  it('of a context with invalid field values is also reproduced', () => {
    const odd = {
      ...context,
      state: [1],
      session: { no: 'session' },
      event_callback: 5,
      branch: null,
      ['__proto__']: { polluted: true },
    };
    const back = readBack(odd);
    expect(back).toEqual(odd);
    expect(Object.getPrototypeOf(back)).toBe(Object.prototype);
  });

  it('of any other form is refused with a sentence', () => {
    for (const value of [null, 1, 'x', [], [1], {}, { id: 1 }, { events: 1 }, [{ type: 'x' }]]) {
      expect(adkMachine.fromSnapshot(value)).toMatchObject({ ok: false, problem: { code: 'adk/no-snapshot' } });
    }
  });

  it('of two hundred thousand events is read', () => {
    const events = Array.from({ length: 200_000 }, (_, i) => ({ type: 'user_message', content: {}, id: `e${i}` }));
    expect(adkMachine.fromSnapshot(events).ok).toBe(true);
  });
});

describe('the start of a run', () => {
  it('says which argument is wrong', () => {
    const problem = (given: RecordValue) => {
      const started = adkMachine.start(given);
      return started.ok ? undefined : started.problem.message;
    };
    const fine = { session_id: 's', agent_name: 'a' };
    expect(problem({ context: fine })).toBeUndefined();
    expect(problem({ context: null })).toContain('“context”');
    expect(problem({ session: {} })).toContain('“context”');
    expect(problem({ context: { session_id: 's' } })).toContain('“agent_name”');
    expect(problem({ context: fine, session: { id: 's' } })).toContain('“session.app_name”');
    expect(problem({ context: fine, dialect: 'other' })).toContain('“dialect”');
  });
});
