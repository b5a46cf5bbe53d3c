import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { run } from '../testing.ts';
import type { NoeticEvent } from './event.ts';
import { noeticMachine } from './machine.ts';
import { contextAt, initialState, type NoeticState } from './state.ts';
import { call, message } from './testing.ts';

const { apply } = noeticMachine;
const root = (state: NoeticState) => contextAt(state) ?? never();
const never = (): never => {
  throw new Error('a run has a root');
};
const busy = (): NoeticState => {
  const given = {
    dialect: 'current',
    context: {
      state: { a: { b: 1 }, c: { d: 2 } },
      items: [message('m', 'hi')],
      layers: { x: { state: { n: 1 } }, y: { state: 2 } },
    },
    channels: { jobs: { mode: 'queue' } },
  };
  const calls = [
    call('spawn', {}, { as: 'child' }),
    call('send', { channel: 'jobs', value: 1 }),
    call('abort', {}, { on: 'child' }),
  ];
  return run(noeticMachine, { given, calls }).states.at(-1) ?? never();
};

describe('the start of a run', () => {
  it.each([
    ['a context that is not an object', { context: 1 }, '“context”'],
    ['an unknown dialect', { dialect: 'other' }, '“dialect”'],
    ['an item without a type', { context: { items: [{ id: 'x' }] } }, 'An item must have a type.'],
    ['an item of an unregistered type', { context: { items: [{ type: 'a:b' }] } }, '“a:b”'],
  ])('is refused for %s, with the fault in the message', (_, given, words) => {
    const started = noeticMachine.start(given);
    expect(started).toMatchObject({ ok: false, problem: { code: 'noetic/cannot-start' } });
    expect(started.ok ? '' : started.problem.message).toContain(words);
    expect(started.ok ? '' : started.problem.message).toMatch(/[^.]\.$/);
  });
});

describe('apply', () => {
  it('returns the same state when nothing changes', () => {
    const state = busy();
    const nothing: readonly NoeticEvent[] = [
      { type: 'clock-advanced', ms: 0 },
      { type: 'aborted', node: 'child', reason: 'again' },
      { type: 'state-written', path: ['a', 'b'], value: 1 },
      { type: 'state-written', path: ['nowhere', 'b'], value: 1 },
      { type: 'state-replaced', value: root(state).state },
      { type: 'directory-changed', cwd: '/' },
      { type: 'step-left' },
      { type: 'step-failed', error: { kind: 'llm_refused' } },
      { type: 'layer-state-set', layer: 'y', state: 2 },
      { type: 'context-created', node: 'child', how: 'spawn' },
      { type: 'channel-opened', channel: 'jobs', mode: 'topic', capacity: 1 },
      { type: 'wait-settled', token: 'missing', resolves: 1 },
    ];
    for (const event of nothing) expect(apply(state, event), event.type).toBe(state);
  });

  it('shares every part that an event does not change', () => {
    const before = busy();
    const after = apply(before, { type: 'state-written', path: ['a', 'b'], value: 9 });
    expect(contextAt(after, 'child')).toBe(contextAt(before, 'child'));
    for (const part of ['channels', 'waits', 'handles', 'checkpoints', 'header', 'declared'] as const) {
      expect(after[part]).toBe(before[part]);
    }
    for (const part of ['log', 'layers', 'tokens', 'children', 'cwd'] as const) {
      expect(root(after)[part]).toBe(root(before)[part]);
    }
    expect(root(after).state).toMatchObject({ a: { b: 9 } });
    expect(Object(root(after).state).c).toBe(Object(root(before).state).c);
    const set = apply(before, { type: 'layer-state-set', layer: 'y', state: 3 });
    expect(root(set).layers['x']).toBe(root(before).layers['x']);
    const appended = apply(before, { type: 'item-appended', item: message('n', 'x') });
    expect(root(appended).state).toBe(root(before).state);
  });

  it('returns a list of items that never grows, and the same list until the log changes', () => {
    const before = busy();
    const items = root(before).log.items;
    const after = apply(before, { type: 'item-appended', item: message('n', 'x') });
    expect([items.length, root(after).log.items.length]).toEqual([1, 2]);
    expect(root(apply(before, { type: 'completed' })).log.items).toBe(items);
  });

  it('accepts any events in any order', () => {
    const node = fc.constantFrom(undefined, 'root', 'child', 'stranger', '__proto__');
    const placed = (fields: object) =>
      fc
        .tuple(node, fc.constant(fields))
        .map(([name, rest]) => ({ ...(name === undefined ? {} : { node: name }), ...rest }) as NoeticEvent);
    const events = fc.oneof(
      ...[
        { type: 'item-appended', item: message('m', 'x') },
        { type: 'model-called', responded: 5 },
        { type: 'context-settled' },
        { type: 'aborted', reason: 'r' },
        { type: 'layer-state-set', layer: '__proto__', state: 1 },
        { type: 'checkpoint-saved' },
        { type: 'value-sent', channel: 'x', value: 1, to: 'buffer' },
        { type: 'value-taken', channel: 'x', value: 1 },
        { type: 'wait-began', token: 'wait-1', channel: 'x', kind: 'recv' },
        { type: 'wait-settled', token: 'wait-1', resolves: 1 },
        { type: 'context-created', node: 'child', parent: 'missing', how: 'parallel' },
        { type: 'context-restored', node: 'back', executionId: 'e', snapshot: {} },
      ].map(placed),
    );
    fc.assert(
      fc.property(fc.array(events, { maxLength: 30 }), (list) => {
        const state = list.reduce(apply, initialState({ title: 't', dialect: 'current' }));
        expect(root(state).node).toBe('root');
        expect(noeticMachine.toSnapshot(state)).toMatchObject({ schemaVersion: 2 });
      }),
    );
  });

  it('copies nothing in proportion to the number of past events', () => {
    // A copy of the log, the contexts or the queue for each event would be billions of steps: the test would not end.
    let state = initialState({ title: 't' });
    for (let i = 0; i < 40_000; i++) {
      state = apply(state, { type: 'item-appended', item: { type: 'x', id: String(i) } });
      state = apply(state, { type: 'context-created', node: `c${i}`, how: i % 2 === 0 ? 'spawn' : 'parallel' });
      state = apply(state, { type: 'item-appended', node: `c${i}`, item: { type: 'x', id: String(i) } });
      state = apply(state, { type: 'value-sent', channel: 'q', value: i, to: 'buffer' });
      state = apply(state, { type: 'checkpoint-saved' });
    }
    expect([root(state).log.length, state.contexts.size, root(state).children.length]).toEqual([
      40_000, 40_001, 40_000,
    ]);
    expect(contextAt(state, 'c39999')?.log.length).toBe(40_001);
  });
});
