import { describe, expect, it } from 'vitest';
import { materialise } from '../../model/materialise.ts';
import { Unknown, type RecordValue, type Value } from '../../model/value.ts';
import type { OperationCall } from '../machine.ts';
import { run } from '../testing.ts';
import { noeticMachine, valueAt } from './machine.ts';
import { contextAt, type NoeticState } from './state.ts';
import { call, message } from './testing.ts';
import { ContextMoment } from './view.ts';

const after = (given: RecordValue, ...calls: readonly OperationCall[]) => {
  const { states, decided, events } = run(noeticMachine, { given, calls });
  const state = states.at(-1);
  if (state === undefined) throw new Error('a run has a start');
  return { state, decided, events, get: (probe: string, node?: string) => read(state, probe, node) };
};

function read(state: NoeticState, probe: string, node?: string): Value | undefined {
  const context = contextAt(state, node);
  if (context === undefined) throw new Error('no such context');
  const value = valueAt(new ContextMoment(state, context), probe);
  return value === undefined ? undefined : materialise(value);
}

const current = { dialect: 'current' };
const usage = call('add_usage', { inputTokens: 10, outputTokens: 5, cost: 0.5 }, { on: 'child' });

describe('a context', () => {
  it('initially has only its ids', () => {
    const { get } = after({});
    expect(get('tokens')).toEqual({ input: 0, output: 0, total: 0 });
    for (const [field, value] of Object.entries({ cost: 0, depth: 0, stepCount: 0, elapsed: 0, parent: null })) {
      expect(get(field)).toBe(value);
    }
    expect([get('state'), get('memory'), get('items'), get('lastStepMeta')]).toEqual([{}, {}, [], null]);
    for (const field of ['resourceId', 'lastLayerUsage', 'completionValue', 'abortReason']) {
      expect(get(field)).toBeUndefined();
    }
  });

  it('counts unknown cached tokens as 0 in the documented library, and omits them in the current one', () => {
    const counts = call('add_usage', { inputTokens: 1, outputTokens: 2 });
    const cached = call('add_usage', { inputTokens: 1, outputTokens: 2, cachedTokens: 7 });
    expect(after({}, counts).get('tokens')).toEqual({ input: 1, output: 2, total: 3, cached: 0 });
    expect(after(current, counts).get('tokens')).toEqual({ input: 1, output: 2, total: 3 });
    expect(after(current, counts, cached).get('tokens.cached')).toBe(7);
  });

  it('has an elapsed time that follows the run’s clock', () => {
    const { get } = after({}, call('advance', { ms: 40 }), call('spawn', {}, { as: 'c' }), call('advance', { ms: 2 }));
    expect([get('elapsed'), get('elapsed', 'c')]).toEqual([42, 2]);
  });

  it('can be completed again, and still accepts steps', () => {
    const { get } = after({}, call('complete', { value: 1 }), call('complete', { value: 2 }), call('run_step'));
    expect([get('completionValue'), get('stepCount')]).toEqual([2, 1]);
  });

  it('keeps the last abort reason in the documented library, and the first in the current one', () => {
    const twice = [call('abort', { reason: 'first' }), call('abort', { reason: 'second' })];
    expect(after({}, ...twice).get('abortReason')).toBe('second');
    const { get, events } = after(current, ...twice);
    expect(get('abortReason')).toBe('first');
    // The event log contains the ineffective reason too.
    expect(events).toContainEqual({ type: 'aborted', reason: 'second' });
  });

  it('counts failed steps, but not refused ones', () => {
    const failing = call('fail_step', { error: { kind: 'llm_rate_limit', retryAfter: 3 } });
    const { get, decided } = after({}, failing, call('abort'), call('run_step'), failing);
    expect(get('stepCount')).toBe(1);
    expect(decided[0]).toMatchObject({ kind: 'done', returns: { kind: 'llm_rate_limit', retryAfter: 3 } });
  });

  it('has only a log if only a log was recorded', () => {
    const started = noeticMachine.fromSnapshot([message('m', 'hi')]);
    if (!started.ok) throw new Error(started.problem.message);
    const [root] = started.value.contexts;
    const moment = new ContextMoment(started.value, root?.[1] ?? never());
    expect(moment.get('tokens')).toEqual(new Unknown([['ctx', 'tokens']]));
    expect(moment.get('threadId')).toBeInstanceOf(Unknown);
    expect(valueAt(moment, 'itemLog.items[0].id')).toBe('m');
  });
});

const never = (): never => {
  throw new Error('a run has a root');
};

describe('a model step', () => {
  const response = {
    items: [
      { id: 'f', type: 'function_call', status: 'completed', callId: 'c', name: 'find', arguments: '{}' },
      message('a', 'found', 'assistant'),
    ],
    usage: { inputTokens: 7, outputTokens: 3 },
    cost: 0.25,
  };
  const step = call('model_call', { model: 'm', input: 'find it', instructions: 'abcde', response });

  it('logs its input and its response, adds up its usage and keeps a record of itself', () => {
    const { get, decided } = after({}, step);
    expect(get('item_types')).toEqual(['message', 'function_call', 'message']);
    expect(get('item_roles')).toEqual(['user', 'assistant']);
    expect(get('items[0].content[0]')).toEqual({ type: 'input_text', text: 'find it' });
    expect([get('stepCount'), get('tokens.total'), get('cost')]).toEqual([1, 10, 0.25]);
    expect(get('lastStepMeta')).toEqual({
      toolCalls: [response.items[0]],
      usage: response.usage,
      cost: 0.25,
      responseItems: response.items,
    });
    expect(decided[0]).toMatchObject({ returns: 'found' });
  });

  it('stays the last model step after a code step', () => {
    expect(after({}, step, call('run_step')).get('lastStepMeta.cost')).toBe(0.25);
    const silent = call('model_call', { model: 'm', response: { items: [message('a', 'x', 'assistant')] } });
    expect(after({}, step, silent).get('lastStepMeta')).toEqual({ responseItems: [message('a', 'x', 'assistant')] });
  });

  it('measures the window after its response is in the log, and replaces the previous measurement', () => {
    const { get } = after({}, step, call('layer_usage', { model: 'n', tools: [{ name: 't' }] }));
    const [once, twice] = [after({}, step).get('lastLayerUsage'), get('lastLayerUsage')];
    expect(once).toMatchObject({ modelId: 'm', systemPromptTokens: 2, toolsTokens: 0, layers: [] });
    expect(twice).toMatchObject({ modelId: 'n', systemPromptTokens: 0, toolsTokens: 4 });
    const history = Number(get('lastLayerUsage.historyTokens'));
    expect(history).toBe(get('itemLog.estimatedTokens'));
    expect(get('lastLayerUsage.totalUsedTokens')).toBe(history + 4);
  });
});

describe('a child', () => {
  const spawn = call('spawn', {}, { as: 'child' });
  const fork = call('parallel', {}, { as: 'child' });
  const given = {
    context: { threadId: 't', resourceId: 'r', cwd: '/w', state: { a: { b: 1 } }, items: [message('m', 'hi')] },
  };

  it('inherits thread, resource, directory and a copy of the state', () => {
    for (const birth of [spawn, fork]) {
      const { get, state } = after(given, birth);
      expect([get('threadId', 'child'), get('resourceId', 'child'), get('cwdState.cwd', 'child')]).toEqual([
        't',
        'r',
        '/w',
      ]);
      expect(get('state', 'child')).toEqual(get('state'));
      expect(contextAt(state, 'child')?.state).not.toBe(contextAt(state)?.state);
    }
  });

  it('starts with an empty log when spawned and with its parent’s log in parallel, and has its own later items', () => {
    const add = call('append_item', { item: message('x', 'mine') }, { on: 'child' });
    const later = call('append_item', { item: message('y', 'yours') });
    const ids = (node: string, birth: OperationCall) =>
      [0, 1, 2].map((i) => after(given, birth, add, later).get(`items[${i}].id`, node));
    expect(ids('child', spawn)).toEqual(['x', undefined, undefined]);
    expect(ids('child', fork)).toEqual(['m', 'x', undefined]);
    expect(ids('root', fork)).toEqual(['m', 'y', undefined]);
  });

  it('that was spawned adds its usage to its parent once it is settled, in the current library', () => {
    const sums = (header: RecordValue, birth: OperationCall, ...rest: readonly OperationCall[]) => {
      const { get } = after(header, birth, usage, ...rest);
      return [get('tokens.total'), get('cost')];
    };
    const settle = call('settle', {}, { on: 'child' });
    expect(sums(current, spawn)).toEqual([0, 0]);
    expect(sums(current, spawn, settle, settle)).toEqual([15, 0.5]);
    expect(sums(current, fork, settle)).toEqual([0, 0]);
    expect(sums({}, spawn, settle)).toEqual([0, 0]);
  });

  it('is aborted with its parent while it runs, in the current library only', () => {
    const settled = call('settle', {}, { on: 'child' });
    expect(after(current, spawn, call('abort')).get('abortReason', 'child')).toBe('parent context aborted');
    expect(after(current, spawn, settled, call('abort')).get('aborted', 'child')).toBe(false);
    expect(after({}, spawn, call('abort')).get('aborted', 'child')).toBe(false);
    expect(after({}, call('abort'), spawn).get('aborted', 'child')).toBe(false);
    expect(after(current, spawn, call('abort', {}, { on: 'child' })).get('aborted')).toBe(false);
  });

  it('that wins a race passes its state to its parent and aborts the other branches', () => {
    const branch = (as: string) => call('parallel', { mode: 'race' }, { as });
    const write = (on: string) => call('set_state', { value: on }, { on });
    const { get } = after(
      current,
      branch('a'),
      branch('b'),
      write('a'),
      write('b'),
      call('settle', {}, { on: 'b' }),
      call('settle', {}, { on: 'a' }),
    );
    expect([get('state'), get('abortReason', 'a')]).toEqual(['b', 'race lost']);
  });

  it('of a bare chain inherits only the depth from its parent', () => {
    const { get } = after(given, call('nest', { levels: 2 }, { as: 'deep' }));
    expect([get('depth', 'deep'), get('state', 'deep'), get('resourceId', 'deep')]).toEqual([2, {}, undefined]);
    expect(get('threadId', 'deep')).not.toBe('t');
    expect(get('children', 'deep/1')).toHaveProperty('deep');
  });
});

describe('a checkpoint', () => {
  const given = {
    ...current,
    started_at: '2026-08-19T21:26:17.186Z',
    checkpoint_store: true,
    context: {
      threadId: 't-1',
      resourceId: 'u-1',
      cwd: { cwd: '/repo', previousCwd: '/' },
      items: [message('m', 'hi')],
      layers: { pad: { state: { n: 1 } } },
    },
  };

  it('contains identity, frontier, layers, directory and items', () => {
    const { decided } = after(given, call('enter_step', { stepId: 'greet', input: 'hi' }), call('checkpoint'));
    const saved = decided[1];
    expect(saved?.kind === 'done' && saved.returns).toEqual({
      schemaVersion: 2,
      executionId: 'eeeeeeee-0000-4000-8000-000000000001',
      threadId: 't-1',
      resourceId: 'u-1',
      frontier: [{ stepId: 'greet', input: 'hi' }],
      layers: { pad: { n: 1 } },
      cwd: { current: '/repo', previous: '/' },
      askUser: [],
      itemLog: { items: [message('m', 'hi')] },
      capturedAt: '2026-08-19T21:26:17.186Z',
    });
  });

  it('restores its contents, and the values that the host provides', () => {
    const calls = [
      call('layer_set_state', { layer: 'pad', state: { n: 2 } }),
      call('set_state', { value: { z: 1 } }),
      call('checkpoint'),
      call('append_item', { item: message('late', 'x') }),
      call('restore', {}, { as: 'back' }),
      call('restore', { state: { q: 1 }, parent: 'root' }, { as: 'below' }),
    ];
    const { get } = after(given, ...calls);
    expect(get('id', 'back')).toBe(get('id'));
    expect(get('items', 'back')).toEqual([message('m', 'hi')]);
    expect([get('state', 'back'), get('layers.pad.state', 'back'), get('frontier', 'back')]).toEqual([
      {},
      { n: 2 },
      [],
    ]);
    expect([get('state', 'below'), get('depth', 'below'), get('depth', 'back')]).toEqual([{ q: 1 }, 1, 0]);
  });

  it('from outside is read, or refused without a change', () => {
    const { decided } = after(given, call('checkpoint'));
    const snapshot = decided[0]?.kind === 'done' ? decided[0].returns : null;
    const { get } = after({}, call('restore', { snapshot }, { as: 'back' }));
    expect([get('threadId', 'back'), get('items[0].id', 'back')]).toEqual(['t-1', 'm']);
    const refusals = after({}, call('restore', { snapshot: { ...Object(snapshot), schemaVersion: 1 } }));
    expect(refusals.decided[0]).toMatchObject({ kind: 'refused', error: { kind: 'CHECKPOINT_SCHEMA_MISMATCH' } });
    expect(refusals.events).toEqual([]);
    expect(noeticMachine.fromSnapshot({ ...Object(snapshot), schemaVersion: 1 })).toMatchObject({
      problem: { code: 'noetic/snapshot', message: expect.stringContaining('schemaVersion') as unknown },
    });
  });
});
