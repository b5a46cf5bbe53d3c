import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toJson } from '../../model/json.ts';
import type { Value } from '../../model/value.ts';
import { ranScript } from '../testing.ts';
import { runVector, type Vector } from '../vectors.ts';
import { noeticVectors } from './vectors.ts';

const file = JSON.parse(readFileSync(new URL('fixtures/noetic.json', import.meta.url), 'utf8')) as {
  vectors: readonly Vector[];
}; // our own file, in the form that the runner's types describe

describe('the behaviour of a Noetic context', () => {
  it('has vectors', () => {
    expect(file.vectors).toHaveLength(50);
  });

  it.each(file.vectors.map((vector) => [vector.id, vector.about ?? '', vector] as const))(
    '%s: %s',
    (_id, _about, vector) => {
      expect(runVector(noeticVectors, vector)).toEqual([]);
    },
  );
});

describe('a script of Noetic', () => {
  const given = { dialect: 'current', channels: { jobs: { mode: 'queue' } } };

  it('shows the result of each step at its time, and the outcome of each wait', () => {
    const { results } = ranScript(noeticVectors, {
      given,
      do: [
        { op: 'spawn', as: 'c' },
        { op: 'recv', args: { channel: 'jobs' } },
        { op: 'run_step', on: 'c' },
        { op: 'get', args: { probe: 'c.stepCount' } },
        { op: 'get', on: 'c', args: { probe: 'stepCount' } },
        { op: 'send', on: 'c', args: { channel: 'jobs', value: 7 } },
        { op: 'settle', on: 'c' },
        { op: 'settle', on: 'c' },
      ],
    });
    expect(JSON.parse(toJson(results as readonly unknown[] as readonly Value[]))).toEqual([
      { returns: expect.objectContaining({ stepCount: 0, depth: 1 }) },
      { resolves: 7 },
      { returns: 'done' },
      { returns: 1 },
      { returns: 1 },
      { returns: null },
      { returns: null },
      { ignored: true },
    ]);
  });

  it('may reuse a label, which then refers to the later object', () => {
    const probes = { 'c.stepCount': 0, 'c.parent.depth': 0 };
    const steps = [
      { op: 'spawn', as: 'c' },
      { op: 'run_step', on: 'c' },
      { op: 'spawn', as: 'c' },
    ];
    expect(runVector(noeticVectors, { id: 'v', given, do: steps, expect: { state: probes } })).toEqual([]);
  });
});
