import { describe, expect, it } from 'vitest';
import type { RecordValue, Value } from '../../../model/value.ts';
import type { OperationCall } from '../../machine.ts';
import { run } from '../../testing.ts';
import { toDict } from '../dict.ts';
import { voiceMachine } from '../machine.ts';
import { action, call } from '../testing.ts';
import { readAction } from './action-forms.ts';

const context: RecordValue = {
  current_agent: 'meal-agent',
  user: { name: 'Rahul' },
  workflow: { list: [1] },
  flags: { on: true },
};

function after(...calls: readonly OperationCall[]) {
  const { states, events, decided } = run(voiceMachine, { given: { context }, calls });
  const last = states.at(-1);
  if (last === undefined) throw new Error('a run has a start');
  const returned = decided.map((one): Value => (one.kind === 'done' ? one.returns : one.kind));
  return { dict: toDict(last) as { [key: string]: RecordValue }, events, returned }; // as the export has them
}

describe('who_wrote', () => {
  const writers = (path: string, ...calls: readonly OperationCall[]) =>
    after(...calls, call('who_wrote', { path })).returned.at(-1);

  it('is the start for an unchanged initial value', () => {
    expect(writers('workflow.list')).toMatchObject({ kind: 'start' });
    expect(writers('workflow.list', call('set', { path: 'workflow.other', value: 1 }))).toMatchObject({
      kind: 'start',
    });
    expect(writers('workflow.nothing')).toBeNull();
  });

  it('is the last write of the place, of something in it, or of something around it', () => {
    const writes = [
      call('set', { path: 'workflow.a', value: { b: 1 } }),
      call('set', { path: 'workflow.c', value: 2 }),
      call('set', { path: 'workflow.a.b', value: 3 }),
    ];
    expect(writers('workflow.a', ...writes)).toMatchObject({ kind: 'set', path: 'workflow.a.b', after: 3 });
    expect(writers('workflow.a.b.x', ...writes)).toMatchObject({ path: 'workflow.a.b' });
    expect(writers('workflow.c', ...writes)).toMatchObject({ path: 'workflow.c' });
    expect(writers('user.c', ...writes)).toBeNull();
  });
});

describe('a complete tool call', () => {
  it('runs its actions in order, each with the effects of those before it, then answers', () => {
    const { dict, returned } = after(
      call('call_tool', {
        tool: 't',
        params: { meal: 'Lunch' },
        actions: [
          { type: 'context.set', path: 'workflow.list[+]', value: '{{params.meal}}' },
          { type: 'context.set', path: 'workflow.last', value: '{{workflow.list[-1]}}' },
          { type: 'conditional', conditions: ['on'], actions: [{ type: 'flag.clear', flag: 'on' }] },
          { type: 'conditional', conditions: ['on'], actions: [{ type: 'flag.set', flag: 'never' }] },
        ],
        on_success: { response: '{{workflow.last}} noted' },
        on_failure: { response: 'sorry' },
      }),
    );
    expect(dict['workflow']).toEqual({ list: [1, 'Lunch'], last: 'Lunch' });
    expect(dict['flags']).toEqual({ on: false });
    expect(returned).toEqual([{ outcome: 'ok', output: 'Lunch noted' }]);
  });

  it('stops at a refused action, keeps the earlier effects, and reports why', () => {
    const { dict, returned, events } = after(
      call('call_tool', {
        params: {},
        actions: [
          { type: 'context.set', path: 'workflow.a', value: 1 },
          { type: 'context.set', path: 'user.theme', value: 'dark' },
          { type: 'context.set', path: 'workflow.b', value: 1 },
        ],
        on_success: { response: 'fine' },
        on_failure: [{ type: 'respond', message: 'sorry, {{user.name}}' }],
      }),
    );
    expect(dict['workflow']).toEqual({ list: [1], a: 1 });
    expect(returned).toEqual([{ outcome: 'error', output: 'sorry, Rahul' }]);
    expect(events.map(({ type }) => type)).toEqual(['tool-called', 'value-set', 'operation-failed', 'tool-ended']);
    expect(events[2]).toMatchObject({ kind: 'immutable_namespace', path: 'user.theme' });
  });

  it('is blocked without its flags, and keeps the params of the previous call', () => {
    const { dict, returned } = after(
      call('begin_tool', { params: { old: 1 } }),
      call('call_tool', { params: { new: 1 }, conditions: ['on', 'off'], actions: [{ type: 'flag.set', flag: 'x' }] }),
    );
    expect(returned[1]).toEqual({ outcome: 'blocked', unmet: ['off'] });
    expect([dict['params'], dict['flags']]).toEqual([{ old: 1 }, { on: true }]);
  });
});

describe('one action', () => {
  it('that is refused changes nothing, even together with another action', () => {
    const { dict, returned } = after(
      action('context.set', { data: { 'workflow.a': 1, 'flags.on': 'no' } }),
      action('conditional', { actions: [{ type: 'flag.set', flag: 'x' }, { type: 'sing' }] }),
    );
    expect(returned).toEqual(['refused', 'refused']);
    expect([dict['workflow'], dict['flags'], dict['history']]).toMatchObject([
      { list: [1] },
      { on: true },
      [{ kind: 'start' }],
    ]);
  });

  it('records a request with all placeholders filled, and returns it', () => {
    const { returned } = after(
      call('begin_tool', { params: { id: 7 } }),
      action('webhook', {
        url: 'https://x.example/{{params.id}}',
        method: 'POST',
        body: { all: '{{params}}', no: '{{user.no}}' },
      }),
    );
    expect(returned[1]).toEqual({
      url: 'https://x.example/7',
      method: 'POST',
      body: { all: { id: 7 }, no: '{{user.no}}' },
    });
  });

  const set = { type: 'context.set' } as const;
  it.each<[string, RecordValue, number, readonly string[]]>([
    ['path and value', { ...set, path: 'workflow.a', value: null }, 1, []],
    ['key and value', { ...set, key: 'workflow.a', value: 1 }, 1, ['voice/older-action']],
    ['path and data', { ...set, path: 'workflow.a', data: 1 }, 1, ['voice/older-action']],
    [
      'data with a value for each path',
      { ...set, data: { 'workflow.a': 1, 'workflow.b': 2 } },
      2,
      ['voice/older-action'],
    ],
    ['a bare path for a value', { ...set, path: 'workflow.a', value: 'params.theme' }, 1, ['voice/bare-value']],
    ['a text that is no path', { ...set, path: 'workflow.a', value: 'Lunch' }, 1, []],
  ])('sets with %s', (_form, fields, count, notes) => {
    const read = readAction(fields);
    if (!read.ok) throw new Error(read.problem.kind);
    expect(read.value.actions).toHaveLength(count);
    expect(read.value.notes.map(({ code }) => code)).toEqual(notes);
  });
});

describe('who wrote a place', () => {
  const write = call('set', { path: 'workflow.a.b', value: 1, at: '2026-05-20T03:00:00Z' });
  it.each<[string, Value]>([
    ['workflow.a.b', { kind: 'set', at: '2026-05-20T03:00:00Z', path: 'workflow.a.b', agent: 'meal-agent' }],
    ['workflow.a', { kind: 'set', path: 'workflow.a.b' }],
    ['workflow.a.b.c', { kind: 'set', path: 'workflow.a.b' }],
    ['workflow.list[1]', { kind: 'append', index: 1 }],
    ['workflow.list[0]', { kind: 'start' }],
    ['user.name', { kind: 'start' }],
    ['flags.done', { kind: 'flag' }],
    ['params.x', { kind: 'tool' }],
  ])('%s', (path, writer) => {
    const { returned } = after(
      write,
      call('set', { path: 'workflow.list[+]', value: 2 }),
      action('flag.set', { flag: 'done' }),
      call('begin_tool', { params: {} }),
      call('who_wrote', { path }),
    );
    expect(returned.at(-1)).toMatchObject(writer as RecordValue);
  });

  it('is null for a missing place', () => {
    expect(after(call('who_wrote', { path: 'user.gone' })).returned).toEqual([null]);
  });
});

describe('the start of a call', () => {
  it('accepts a list of names as shared context: declared keys without values yet', () => {
    const started = voiceMachine.start({ context: { workflow: ['user_id', 'logged_meals'] } });
    if (!started.ok) throw new Error(started.problem.message);
    expect(toDict(started.value)).toMatchObject({
      workflow: {},
      history: [{ kind: 'start', awaits: ['user_id', 'logged_meals'] }],
    });
  });

  it('accepts the constructor’s arguments directly', () => {
    const started = voiceMachine.start({ call_id: 'c', user: { name: 'X' } });
    expect(started).toMatchObject({ ok: true, value: { call_id: 'c', spaces: { user: { name: 'X' } } } });
  });

  it('refuses data that is not an object, with a sentence', () => {
    expect(voiceMachine.start({ context: 7 })).toMatchObject({ ok: false, problem: { code: 'voice/no-context' } });
    expect(voiceMachine.fromSnapshot([1])).toMatchObject({ ok: false, problem: { code: 'voice/no-dict' } });
  });
});
