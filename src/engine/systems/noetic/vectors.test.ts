import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
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
