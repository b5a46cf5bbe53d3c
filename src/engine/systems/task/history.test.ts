import { describe, expect, it } from 'vitest';
import type { TaskEvent } from './event.ts';
import type { TaskHeader } from './header.ts';
import { historyOf } from './history.ts';

const of = (events: readonly TaskEvent[], header: Partial<TaskHeader> = {}) =>
  historyOf({ system: 'task', header: { title: 't', ...header }, events, notes: [] });

const says = (text: string) => [{ mimeType: 'text/plain', text }];
const called: TaskEvent = { type: 'capability-invoked', function: { ref: 'slack-post' }, outcome: 'ok', output: 1 };

describe('the columns of a task', () => {
  it('have a readable label for each turn', () => {
    const long = 'x'.repeat(10_000_000);
    const { turns } = of([
      { type: 'input-received', message: [...says('book  a\n table'), { mimeType: 'image/png' }] },
      {
        type: 'model-called',
        text: 'let me see',
        planned: [{ function: 'a' }, { function: { ref: 'b', capability: 'c-d' } }],
      },
      { type: 'model-called', planned: [{ function: 'a' }] },
      called,
      { type: 'input-received', message: says(long) },
      { type: 'turn-recorded', kind: 'capability' },
    ]);
    expect(turns.map(({ label }) => label)).toEqual([
      'book a table [image/png]',
      'let me see · plan: a, b_c_d',
      'plan: a',
      'slack_post',
      `${'x'.repeat(200)}…`,
      '',
    ]);
  });

  it('have the event of each turn, and the model turns that answer the user', () => {
    const { turns, outputs } = of([
      { type: 'clock-advanced', seconds: 1 },
      { type: 'input-received', message: says('hi') },
      { type: 'model-called' },
      { type: 'output-sent', message: says('yes'), exposes: { message: 'not this one', status: 'open' } },
      { type: 'model-called' },
      called,
      { type: 'output-sent', message: says('after a call') },
    ]);
    expect(turns.map(({ event }) => event)).toEqual([1, 2, 4, 5]);
    expect(turns.map(({ answers }) => answers)).toEqual([false, true, false, false]);
    expect(outputs).toEqual([
      { turn: 1, at: undefined, value: { message: says('yes'), status: 'open' } },
      { turn: 3, at: undefined, value: { message: says('after a call') } },
    ]);
  });

  it('put an invocation by the middleware at the latest turn, without a turn of its own', () => {
    const { turns, invocations } = of([
      { ...called, type: 'result-recorded' },
      { type: 'input-received', message: [] },
      { ...called, type: 'result-recorded' },
      called,
    ]);
    expect(invocations.map(({ turn }) => turn)).toEqual([-1, 0, 1]);
    expect(turns.map(({ invocation }) => invocation)).toEqual([undefined, 2]);
  });

  it('list declared functions first, then others as they occur; one that has child tasks is an agent', () => {
    const { functions } = of(
      [called, { ...called, function: 'helper', task_id: 'child-1' }, { ...called, function: 'helper' }],
      {
        capabilities: [
          { kind: 'agent', name: 'research-agent' },
          { kind: 'single', ref: 'slack-post' },
        ],
      },
    );
    expect(functions).toEqual([
      { key: 'research_agent', kind: 'agent', declared: true },
      { key: 'slack_post', kind: 'tool', declared: true },
      { key: 'helper', kind: 'agent', declared: false },
    ]);
  });

  it('have a node for each derived context, announced or not', () => {
    const { nodes, turns } = of(
      [{ type: 'model-called', node: 'b' }, { type: 'model-called', node: 'stranger' }, { type: 'model-called' }],
      {
        agent: { name: 'boss' },
        nodes: [
          { id: 'a', title: 'research' },
          { id: 'b', parent: 'a' },
        ],
      },
    );
    expect(nodes).toEqual([
      { id: 'root', parent: null, title: 'boss' },
      { id: 'a', parent: 'root', title: 'research' },
      { id: 'b', parent: 'a', title: 'b' },
      { id: 'stranger', parent: 'root', title: 'stranger' },
    ]);
    expect(turns.map(({ node }) => node)).toEqual(['b', 'stranger', 'root']);
  });

  it('use the model of the calls when they agree and the header names none', () => {
    const by = (...models: readonly string[]) => models.map((model): TaskEvent => ({ type: 'model-called', model }));
    expect(of(by('m', 'm')).model).toBe('m');
    expect(of(by('m', 'n')).model).toBeUndefined();
    expect(of(by('m', 'n'), { model: 'h' }).model).toBe('h');
  });

  it('have {error: text} for a failed call, and null for one that did not run', () => {
    const outputs = of([
      { type: 'capability-invoked', function: 'f', outcome: 'error', error: 'HTTP 503' },
      { type: 'capability-invoked', function: 'f', outcome: 'error', output: 'raw' },
      { type: 'capability-invoked', function: 'f', outcome: 'blocked_before', error: 'no' },
      { type: 'capability-invoked', function: 'f', outcome: 'blocked_after', output: { secret: 1 } },
      { type: 'capability-invoked', function: 'f', outcome: 'ok', output: null },
      { type: 'capability-invoked', function: 'f', outcome: 'ok' },
    ]).invocations.map(({ output }) => output);
    expect(outputs).toEqual([{ error: 'HTTP 503' }, 'raw', null, { secret: 1 }, null, undefined]);
  });
});
