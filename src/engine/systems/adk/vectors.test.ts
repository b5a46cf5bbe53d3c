import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runVector, type Vector } from '../vectors.ts';
import { adkVectors } from './vectors.ts';

const file = JSON.parse(readFileSync(new URL('fixtures/adk-context.json', import.meta.url), 'utf8')) as {
  vectors: readonly Vector[];
}; // our own file, in the form that the runner's types describe

describe('the behaviour of a context', () => {
  it('has vectors', () => {
    expect(file.vectors).toHaveLength(42);
  });

  it.each(file.vectors.map((vector) => [vector.id, vector.about ?? '', vector] as const))(
    '%s: %s',
    (_id, _about, vector) => {
      expect(runVector(adkVectors, vector)).toEqual([]);
    },
  );
});

it('copies only the outermost dict of the initial state: inner objects stay shared with the caller', () => {
  const vector: Vector = {
    id: 'v',
    given: { context: { session_id: 's', agent_name: 'a', state: { prefs: { lang: 'en' } } } },
    do: [
      { op: 'set_nested', args: { path: ['prefs', 'lang'], value: 'de' } },
      { op: 'set_state', args: { key: 'more', value: 1 } },
    ],
    expect: { state: { 'given.context.state': { prefs: { lang: 'de' } }, 'root.state.more': 1 } },
  };
  expect(runVector(adkVectors, vector)).toEqual([]);
});
