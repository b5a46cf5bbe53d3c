import { expect, test } from 'vitest';
import { verdictCodes } from '../engine/model/verdict.ts';
import { differences, firingTurns, flippedTurns, nextOf } from './hits.ts';

/** One letter per turn: p pass, f fire, e error, - not eligible. */
const codes = (text: string) =>
  Uint8Array.from(text, (letter) => verdictCodes[({ p: 'pass', f: 'fire', e: 'error' } as const)[letter] ?? 'n/a']);

test('the next and the previous firing turn', () => {
  const firing = firingTurns(codes('-pf-pf'));
  expect(firing).toEqual([2, 5]);
  expect(nextOf(firing, 0, 1)).toBe(2);
  expect(nextOf(firing, 2, 1)).toBe(5);
  expect(nextOf(firing, 5, 1)).toBeNull();
  expect(nextOf(firing, 5, -1)).toBe(2);
});

test('without a baseline, a flip is a turn whose verdict differs from the eligible turn before it', () => {
  expect(flippedTurns(codes('pp--pff-p'), null)).toEqual([5, 8]);
});

test('with a baseline, a flip is a turn that the draft judges differently', () => {
  const draft = codes('pffp');
  const baseline = codes('pfpf');
  expect(differences(draft, baseline)).toEqual([2, 3]);
  expect(flippedTurns(draft, baseline)).toEqual([2, 3]);
});
