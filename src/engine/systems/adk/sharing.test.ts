import { describe, expect, it } from 'vitest';
import { materialise } from '../../model/materialise.ts';
import { valueAt, type RecordValue, type Value } from '../../model/value.ts';
import type { OperationCall } from '../machine.ts';
import { run } from '../testing.ts';
import { adkMachine } from './machine.ts';
import type { AdkState } from './state.ts';
import { started } from './testing.ts';
import { Views } from './views.ts';

const call = (op: string, args: RecordValue = {}, names: Partial<OperationCall> = {}): OperationCall => ({
  op,
  args,
  ...names,
});

/** The run after these calls, all of which must succeed. */
function after(calls: readonly OperationCall[], given: RecordValue = started) {
  const { states, decided } = run(adkMachine, { given, calls });
  const refusal = decided.find(({ kind }) => kind === 'refused');
  if (refusal !== undefined) throw new Error(JSON.stringify(refusal));
  const state = states.at(-1);
  if (state === undefined) throw new Error('a run has a start');
  return { state, at: reader(state) };
}

function reader(state: AdkState) {
  const views = new Views(() => state);
  return (context: string, ...path: (string | number)[]): Value | undefined => {
    const found = valueAt(views.context(context), path);
    return found === undefined ? undefined : materialise(found);
  };
}

const derive = (agent_name: string, names: Partial<OperationCall> = {}) =>
  call('derive', { agent_name }, { as: agent_name, ...names });

describe('derived contexts', () => {
  it('see each other’s writes to the state', () => {
    const { at } = after([
      derive('a'),
      derive('b', { on: 'a' }),
      call('set_state', { key: 'k', value: 1 }, { on: 'b' }),
    ]);
    expect([at('root', 'state', 'k'), at('a', 'state', 'k')]).toEqual([1, 1]);
  });

  it('stop sharing the state, one by one, when a new state is assigned', () => {
    const { at } = after([
      derive('a'),
      derive('b', { on: 'a' }),
      call('set_field', { field: 'state', value: { own: 1 } }, { on: 'a' }),
      call('set_state', { key: 'k', value: 1 }, { on: 'a' }),
      derive('c', { on: 'a' }),
    ]);
    expect(at('a', 'state')).toEqual({ own: 1, k: 1 });
    expect(at('c', 'state')).toEqual({ own: 1, k: 1 });
    expect(at('b', 'state', 'k')).toBeUndefined();
  });

  it('keep their original branch when the parent is renamed', () => {
    const { at } = after([derive('a'), call('set_field', { field: 'agent_name', value: 'Other' }), derive('b')]);
    expect([at('a', 'branch'), at('b', 'branch')]).toEqual(['RootAgent.a', 'Other.b']);
  });

  it('get a branch that follows the dialect', () => {
    const calls = [
      derive('a'),
      derive('b', { on: 'a' }),
      call('derive', { agent_name: 'c', branch_suffix: 'x.y' }, { as: 'c', on: 'b' }),
    ];
    const branches = (dialect: string) =>
      ['a', 'b', 'c'].map((name) => after(calls, { ...started, dialect }).at(name, 'branch'));
    expect(branches('documented')).toEqual(['RootAgent.a', 'RootAgent.a.b', 'RootAgent.a.b.x.y']);
    expect(branches('implemented')).toEqual(['a', 'a.b', 'a.b.x.y']);
  });

  it('push events to the callback set by their nearest ancestor', () => {
    const event = { type: 'agent_message', content: { parts: [{ text: 'x' }] } };
    const { state } = after(
      [
        derive('a'),
        call('set_field', { field: 'event_callback', value: true }, { on: 'a' }),
        derive('b', { on: 'a' }),
        call('clear_session', {}, { on: 'b', as: 'c' }),
        call('push_event', { event }, { on: 'c' }),
        call('push_event', { event }),
      ],
      { ...started, event_sink: true },
    );
    expect([...state.callbacks.entries()].map(([name, calls]) => [name, calls.length])).toEqual([
      ['sink', 1],
      ['a-callback', 1],
    ]);
    expect(reader(state)('root', 'session', 'events')).toHaveLength(2);
  });
});

describe('a cleared session', () => {
  it('is independent: events appended to it do not reach the old session, and the reverse', () => {
    const event = { type: 'agent_message', actions: { state_delta: { k: 1 } } };
    const { at } = after([
      call('clear_session', {}, { as: 'fresh' }),
      call('append_event', { session: 'fresh.session', event }),
    ]);
    expect(at('fresh', 'session', 'state')).toEqual({ k: 1 });
    expect(at('root', 'session', 'state', 'k')).toBeUndefined();
    expect(at('root', 'session', 'events')).toHaveLength(2);
  });
});

describe('objects inside the state', () => {
  const setDepth = call('set_nested', { path: ['shared', 'depth', 0], value: 9 }, { on: 'run' });
  const runIt = call('run_start', { session: 'main', message: 'go', agent_name: 'root' }, { as: 'run' });

  it('are shared by a run and its session, although these have separate states', () => {
    const { at } = after([runIt, setDepth, call('set_state', { key: 'own', value: 1 }, { on: 'run' })]);
    expect(at('run', 'state', 'shared', 'depth')).toEqual([9, 2]);
    expect(at('root', 'session', 'state', 'shared', 'depth')).toEqual([9, 2]);
    expect(at('root', 'session', 'state', 'own')).toBeUndefined();
  });

  it('are no longer shared once the key is overwritten', () => {
    const { at } = after([runIt, call('set_state', { key: 'shared', value: { depth: [0] } }, { on: 'run' }), setDepth]);
    expect(at('run', 'state', 'shared', 'depth')).toEqual([9]);
    expect(at('root', 'session', 'state', 'shared', 'depth')).toEqual([1, 2]);
  });

  it('also change in the event whose delta added them', () => {
    const delta = { found: { count: 1 } };
    const { at } = after([
      call('append_event', { session: 'main', event: { type: 'agent_message', actions: { state_delta: delta } } }),
      runIt,
      call('set_nested', { path: ['found', 'count'], value: 2 }, { on: 'run' }),
    ]);
    expect(at('root', 'session', 'events', 2, 'actions', 'state_delta', 'found', 'count')).toBe(2);
    expect(delta).toEqual({ found: { count: 1 } });
  });

  it('can be changed through a read-only view', () => {
    const { at } = after([
      call('readonly', {}, { as: 'ro' }),
      call('set_nested', { path: ['prefs', 'lang'], value: 'de' }, { on: 'ro' }),
    ]);
    expect(at('root', 'state', 'prefs', 'lang')).toBe('de');
    expect(at('ro', 'state')).toEqual(at('root', 'state'));
  });

  it('are copied by a dump, so that later changes do not affect it', () => {
    const { states, decided } = run(adkMachine, {
      given: started,
      calls: [call('export'), call('set_nested', { path: ['prefs', 'lang'], value: 'de' })],
    });
    expect(decided[0]).toMatchObject({ kind: 'done', returns: { state: { prefs: { lang: 'en' } } } });
    expect(reader(states[1] as AdkState)('root', 'state', 'prefs', 'lang')).toBe('en'); // there is one for each call
  });
});

describe('a run', () => {
  it('keeps objects that an event does not change', () => {
    const { state } = after([derive('a')]);
    const next = adkMachine.apply(state, { type: 'state-set', context: 'a', key: 'k', value: 1 });
    expect(next.contexts).toBe(state.contexts);
    expect(next.sessions).toBe(state.sessions);
    expect(next.changed).toBe(state.changed);
    expect(next.dicts).not.toBe(state.dicts);
  });

  it('is the same object when an event changes nothing', () => {
    const { state } = after([derive('a'), call('set_state', { key: 'k', value: 1 })]);
    const same = (event: Parameters<typeof adkMachine.apply>[1]) => expect(adkMachine.apply(state, event)).toBe(state);
    same({ type: 'state-set', context: 'a', key: 'k', value: 1 });
    same({ type: 'state-deleted', context: 'a', key: 'none' });
    same({ type: 'state-set', context: 'missing', key: 'k', value: 1 });
    same({ type: 'nested-set', context: 'a', path: ['prefs', 'lang'], value: 'en' });
    same({ type: 'nested-set', context: 'a', path: ['none', 'x'], value: 1 });
    same({ type: 'event-streamed', event: { type: 'agent_message' } });
    same({ type: 'event-appended', event: { type: 'agent_message', partial: true } });
    same({ type: 'event-appended', session: 'none', event: { type: 'agent_message' } });
    same({ type: 'context-derived', context: 'x', from: 'missing', agent_name: 'x', branch: 'x' });
    same({ type: 'session-removed', id: 'none' });
  });

  it('lets a name be reused: it then refers to the new context, and the old context remains', () => {
    const { state, at } = after([
      derive('a'),
      call('readonly', {}, { on: 'a', as: 'view' }),
      call('derive', { agent_name: 'second' }, { on: 'a', as: 'a' }),
      call('set_field', { field: 'user_id', value: 'u2' }, { on: 'a' }),
      call('clear_session', {}, { on: 'a', as: 'a' }),
    ]);
    const id = state.names.get('a') ?? '';
    expect(at(id, 'user_id')).toBe('u2');
    expect(at(id, 'session', 'events')).toEqual([]);
    expect([at('a', 'agent_name'), at('view', 'agent_name'), at('view', 'user_id')]).toEqual(['a', 'a', 'user-1']);
    const appended = adkMachine.decide(
      state,
      call('append_event', { session: 'a.session', event: { type: 'agent_end' } }),
    );
    expect(appended.kind === 'done' && appended.events).toMatchObject([{ session: expect.not.stringMatching('main') }]);
  });

  it('generates every id only once', () => {
    const event = { type: 'agent_message' };
    const append = call('append_event', { session: 'main', event });
    const { state, at } = after([
      append,
      append,
      call('new', { context: { session_id: 's', agent_name: 'n' } }, { as: 'n' }),
    ]);
    const events = at('root', 'session', 'events');
    const ids = Array.isArray(events) ? events.map((one: RecordValue) => one['id']) : [];
    expect(new Set(ids).size).toBe(4);
    expect(reader(state)('n', 'invocation_id')).not.toEqual(at('root', 'invocation_id'));
  });
});
