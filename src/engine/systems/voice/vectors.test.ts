import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { RecordValue, Value } from '../../model/value.ts';
import { ranScript } from '../testing.ts';
import { runVector, type Vector, type VectorStep } from '../vectors.ts';
import { voiceVectors } from './vectors.ts';

const file = JSON.parse(readFileSync(new URL('fixtures/call-context.json', import.meta.url), 'utf8')) as {
  vectors: readonly Vector[];
}; // our own file, in the form that the runner's types describe

describe('the behaviour of a call context', () => {
  it('has vectors', () => {
    expect(file.vectors).toHaveLength(43);
  });

  it.each(file.vectors.map((vector) => [vector.id, vector.about ?? '', vector] as const))(
    '%s: %s',
    (_id, _about, vector) => {
      expect(runVector(voiceVectors, vector)).toEqual([]);
    },
  );
});

describe('a value returned to a caller', () => {
  const given = {
    context: { call_id: 'c', user: { meals: ['a'] }, workflow: { list: [1] }, current_agent: 'x' },
  };
  const failures = (steps: readonly VectorStep[], state: { readonly [probe: string]: Value }, more: RecordValue = {}) =>
    runVector(voiceVectors, { id: 'v', given: structuredClone({ ...given, ...more }), do: steps, expect: { state } });

  it('is a copy: its changes do not affect a call, and a call does not change passed values', () => {
    expect(
      failures(
        [
          { op: 'get', as: 'meals', args: { path: 'user.meals' } },
          { op: 'mutate_value', args: { target: 'meals', append: 'b' } },
          { op: 'to_dict', as: 'dump' },
          { op: 'mutate_value', args: { target: 'dump.workflow.list', append: 2 } },
          { op: 'mutate_value', args: { target: 'given.context.workflow.list', append: 3 } },
          { op: 'set', args: { path: 'workflow.other', value: { $ref: 'given.shared.list' } } },
          { op: 'mutate_value', args: { target: 'given.shared.list', append: 4 } },
          { op: 'set', args: { path: 'workflow.other[+]', value: 5 } },
        ],
        {
          meals: ['a', 'b'],
          'dump.workflow.list': [1, 2],
          'given.shared.list': [1, 4],
          'ctx.user.meals': ['a'],
          'ctx.workflow': { list: [1], other: [1, 5] },
        },
        { shared: { list: [1] } },
      ),
    ).toEqual([]);
  });

  it('may be another call, which stays live under its name', () => {
    expect(
      failures(
        [
          { op: 'to_dict', as: 'dump' },
          { op: 'from_dict', as: 'again', args: { source: 'dump' } },
          { op: 'switch_agent', on: 'again', args: { name: 'y' } },
          { op: 'set', on: 'again', args: { path: 'workflow.list[+]', value: 2 } },
        ],
        {
          'again.current_agent': 'y',
          'again.agent_history': ['x', 'y'],
          'again.workflow.list': [1, 2],
          'ctx.workflow.list': [1],
          'ctx.current_agent': 'x',
          'dump.current_agent': 'x',
        },
      ),
    ).toEqual([]);
  });

  it('is reported for each step of a script, with the events and the final export', () => {
    const { results, events, snapshot } = ranScript(voiceVectors, {
      given,
      do: [
        { op: 'set', args: { path: 'user.name', value: 'X' } },
        { op: 'switch_agent', args: { name: 'x' } },
        { op: 'set', args: { path: 'flags.done', value: true } },
      ],
    });
    expect(results).toMatchObject([{ throws: { kind: 'immutable_namespace' } }, { ignored: true }, { returns: null }]);
    expect(events).toEqual([{ type: 'value-set', path: 'flags.done', value: true }]);
    expect(snapshot).toMatchObject({
      call_id: 'c',
      flags: { done: true },
      history: [{ kind: 'start' }, { kind: 'set' }],
    });
  });

  it('is missing for a call without effect, which is reported as ignored', () => {
    const step: VectorStep = { op: 'delete', args: { path: 'workflow.none' } };
    const judged = (outcome: Value) =>
      runVector(voiceVectors, { id: 'v', given, do: [step], expect: { steps: { 0: outcome } } });
    expect(judged({ ignored: true })).toEqual([]);
    expect(judged({ returns: null })).toEqual([]);
    expect(judged({ returns: false })).toHaveLength(1);
  });
});
