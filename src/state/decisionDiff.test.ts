import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { verdictCodes, type VerdictKind } from '../engine/model/verdict.ts';
import { decisionDiff, effectOf, turnsIn } from './decisionDiff.ts';

const letters: { readonly [letter: string]: VerdictKind } = {
  p: 'pass',
  f: 'fire',
  e: 'error',
  u: 'unknown',
  v: 'value',
};

/** One letter per turn; `-` is not eligible. */
const codes = (text: string) => Uint8Array.from(text, (letter) => verdictCodes[letters[letter] ?? 'n/a']);

const baseline = codes('ffffpp-e');
const draft = codes('fpe-pf--');

test('every turn is counted once, in the cell of its two verdicts', () => {
  const diff = decisionDiff(baseline, draft);
  expect(diff.count({ baseline: 'fire', draft: 'pass' })).toBe(1);
  expect(diff.count({ baseline: 'pass', draft: 'fire' })).toBe(1);
  expect(diff.count({ baseline: 'n/a', draft: 'n/a' })).toBe(1);
  const all = diff.kinds.flatMap((before) => diff.kinds.map((after) => diff.count({ baseline: before, draft: after })));
  expect(all.reduce((sum, each) => sum + each)).toBe(diff.turns);
});

test('a rule’s total for a verdict is the sum over the other rule’s verdicts', () => {
  const diff = decisionDiff(baseline, draft);
  expect(diff.total('baseline', 'fire')).toBe(4);
  expect(diff.total('draft', 'fire')).toBe(2);
});

test('unknown and plain values have a row only if some turn has that verdict', () => {
  expect(decisionDiff(baseline, draft).kinds).toEqual(['fire', 'pass', 'error', 'n/a']);
  expect(decisionDiff(codes('pu'), codes('pp')).kinds).toEqual(['fire', 'pass', 'error', 'n/a', 'unknown']);
  expect(decisionDiff(codes('p'), codes('v')).kinds).toEqual(['fire', 'pass', 'error', 'n/a', 'value']);
});

test('the turns of a cell are found in order', () => {
  expect(turnsIn(codes('fpff'), codes('ppfp'), { baseline: 'fire', draft: 'pass' })).toEqual([0, 3]);
  expect(turnsIn(baseline, draft, { baseline: 'error', draft: 'pass' })).toEqual([]);
});

test('a turn that fired and is no longer stopped loosens the rule', () => {
  for (const after of ['pass', 'n/a', 'unknown', 'value'] as const)
    expect(effectOf({ baseline: 'fire', draft: after }, true)).toBe('loosens');
  expect(effectOf({ baseline: 'fire', draft: 'error' }, false)).toBe('loosens');
  expect(effectOf({ baseline: 'fire', draft: 'fire' }, true)).toBe('same');
  expect(effectOf({ baseline: 'fire', draft: 'error' }, true)).toBe('otherwise');
  expect(effectOf({ baseline: 'error', draft: 'fire' }, true)).toBe('otherwise');
});

test('an error that counts as failed guards like a firing, one that counts as passed guards nothing', () => {
  expect(effectOf({ baseline: 'error', draft: 'pass' }, true)).toBe('loosens');
  expect(effectOf({ baseline: 'pass', draft: 'error' }, true)).toBe('tightens');
  expect(effectOf({ baseline: 'error', draft: 'pass' }, false)).toBe('otherwise');
  expect(effectOf({ baseline: 'pass', draft: 'error' }, false)).toBe('otherwise');
});

test('the counts of loosened and tightened turns agree with the two lists of verdicts, with errors counted as decided', () => {
  const letter = fc.constantFrom('f', 'p', 'e', 'u', 'v', '-');
  const pairs = fc.array(fc.tuple(letter, letter), { maxLength: 60 });
  fc.assert(
    fc.property(pairs, fc.boolean(), (turns, errorStops) => {
      // Independent of the code: letters are mapped before anything is compared.
      const decided = (letter: string) => (letter === 'e' ? (errorStops ? 'f' : 'p') : letter);
      const recount = { loosens: 0, tightens: 0 };
      for (const [before, after] of turns) {
        if (decided(before) === 'f' && decided(after) !== 'f') recount.loosens += 1;
        if (decided(before) !== 'f' && decided(after) === 'f') recount.tightens += 1;
      }
      const diff = decisionDiff(
        codes(turns.map(([before]) => before).join('')),
        codes(turns.map(([, after]) => after).join('')),
      );
      const counted = { loosens: 0, tightens: 0, same: 0, otherwise: 0 };
      for (const before of diff.kinds)
        for (const after of diff.kinds) {
          const cell = { baseline: before, draft: after };
          counted[effectOf(cell, errorStops)] += diff.count(cell);
        }
      expect(counted).toMatchObject(recount);
      expect(counted.loosens + counted.tightens + counted.same + counted.otherwise).toBe(turns.length);
    }),
  );
});
