import { expect, test } from 'vitest';
import { verdictCodes } from '../engine/model/verdict.ts';
import { differences, nextFire, nextFlip } from './hits.ts';

/** One letter per turn: p pass, f fire, e error, - not eligible. */
const codes = (text: string) =>
  Uint8Array.from(text, (letter) => verdictCodes[({ p: 'pass', f: 'fire', e: 'error' } as const)[letter] ?? 'n/a']);

test('the next and the previous firing turn', () => {
  const verdicts = codes('-pf-pf');
  expect(nextFire(verdicts, 0, 1)).toBe(2);
  expect(nextFire(verdicts, 2, 1)).toBe(5);
  expect(nextFire(verdicts, 5, 1)).toBeNull();
  expect(nextFire(verdicts, 5, -1)).toBe(2);
});

test('without a baseline, a flip is a turn whose verdict differs from the eligible turn before it', () => {
  const verdicts = codes('pp--pff-p');
  expect(nextFlip(verdicts, null, 0, 1)).toBe(5);
  expect(nextFlip(verdicts, null, 5, 1)).toBe(8);
  expect(nextFlip(verdicts, null, 8, -1)).toBe(5);
});

test('with a baseline, a flip is a turn that the draft judges differently', () => {
  const draft = codes('pffp');
  const baseline = codes('pfpf');
  expect(differences(draft, baseline)).toEqual([2, 3]);
  expect(nextFlip(draft, baseline, 0, 1)).toBe(2);
  expect(nextFlip(draft, baseline, 2, -1)).toBeNull();
});
