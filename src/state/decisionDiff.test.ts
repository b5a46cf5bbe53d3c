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

const saved = codes('ffffpp-e');
const draft = codes('fpe-pf--');

test('every turn is counted once, in the cell of its two verdicts', () => {
  const diff = decisionDiff(saved, draft);
  expect(diff.count({ saved: 'fire', draft: 'pass' })).toBe(1);
  expect(diff.count({ saved: 'pass', draft: 'fire' })).toBe(1);
  expect(diff.count({ saved: 'n/a', draft: 'n/a' })).toBe(1);
  const all = diff.kinds.flatMap((before) => diff.kinds.map((after) => diff.count({ saved: before, draft: after })));
  expect(all.reduce((sum, each) => sum + each)).toBe(diff.turns);
});

test('what a rule came to is the sum over what the other came to', () => {
  const diff = decisionDiff(saved, draft);
  expect(diff.total('saved', 'fire')).toBe(4);
  expect(diff.total('draft', 'fire')).toBe(2);
});

test('unknown and plain values have a place only where some turn came out so', () => {
  expect(decisionDiff(saved, draft).kinds).toEqual(['fire', 'pass', 'error', 'n/a']);
  expect(decisionDiff(codes('pu'), codes('pp')).kinds).toEqual(['fire', 'pass', 'error', 'n/a', 'unknown']);
  expect(decisionDiff(codes('p'), codes('v')).kinds).toEqual(['fire', 'pass', 'error', 'n/a', 'value']);
});

test('the turns of a cell are found in order', () => {
  expect(turnsIn(codes('fpff'), codes('ppfp'), { saved: 'fire', draft: 'pass' })).toEqual([0, 3]);
  expect(turnsIn(saved, draft, { saved: 'error', draft: 'pass' })).toEqual([]);
});

test('whatever a firing turns into loosens the rule, unless it is stopped all the same', () => {
  for (const after of ['pass', 'n/a', 'unknown', 'value'] as const)
    expect(effectOf({ saved: 'fire', draft: after }, true)).toBe('loosens');
  expect(effectOf({ saved: 'fire', draft: 'error' }, false)).toBe('loosens');
  expect(effectOf({ saved: 'fire', draft: 'fire' }, true)).toBe('same');
  expect(effectOf({ saved: 'fire', draft: 'error' }, true)).toBe('otherwise');
  expect(effectOf({ saved: 'error', draft: 'fire' }, true)).toBe('otherwise');
});

test('an error that counts as failed guards like a firing, one that counts as passed guards nothing', () => {
  expect(effectOf({ saved: 'error', draft: 'pass' }, true)).toBe('loosens');
  expect(effectOf({ saved: 'pass', draft: 'error' }, true)).toBe('tightens');
  expect(effectOf({ saved: 'error', draft: 'pass' }, false)).toBe('otherwise');
  expect(effectOf({ saved: 'pass', draft: 'error' }, false)).toBe('otherwise');
});

test('an edit loosens and tightens as many turns as the two lists of verdicts say, errors taken for what was decided', () => {
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
          const cell = { saved: before, draft: after };
          counted[effectOf(cell, errorStops)] += diff.count(cell);
        }
      expect(counted).toMatchObject(recount);
      expect(counted.loosens + counted.tightens + counted.same + counted.otherwise).toBe(turns.length);
    }),
  );
});
