import { expect, test } from 'vitest';
import { verdictCodes, type VerdictKind } from '../engine/model/verdict.ts';
import { changeInCell, decisionDiff, turnsIn } from './decisionDiff.ts';

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

const closed = { baseline: true, draft: true };
const open = { baseline: false, draft: false };

test('a turn that fired and is no longer stopped loosens the rule', () => {
  for (const after of ['pass', 'n/a', 'value'] as const)
    expect(changeInCell({ baseline: 'fire', draft: after }, closed)).toBe('released');
  expect(changeInCell({ baseline: 'fire', draft: 'error' }, open)).toBe('released');
  expect(changeInCell({ baseline: 'fire', draft: 'fire' }, closed)).toBe('same');
  expect(changeInCell({ baseline: 'fire', draft: 'error' }, closed)).toBe('other');
  expect(changeInCell({ baseline: 'error', draft: 'fire' }, closed)).toBe('other');
});

test('a verdict that becomes unknown, or was, neither loosens nor tightens the rule', () => {
  for (const known of ['fire', 'pass', 'error', 'n/a', 'value'] as const)
    for (const errorStops of [closed, open]) {
      expect(changeInCell({ baseline: known, draft: 'unknown' }, errorStops)).toBe('unknown');
      expect(changeInCell({ baseline: 'unknown', draft: known }, errorStops)).toBe('unknown');
    }
  expect(changeInCell({ baseline: 'unknown', draft: 'unknown' }, closed)).toBe('same');
});

test('an error that counts as failed guards like a firing, one that counts as passed guards nothing', () => {
  expect(changeInCell({ baseline: 'error', draft: 'pass' }, closed)).toBe('released');
  expect(changeInCell({ baseline: 'pass', draft: 'error' }, closed)).toBe('blocked');
  expect(changeInCell({ baseline: 'error', draft: 'pass' }, open)).toBe('other');
  expect(changeInCell({ baseline: 'pass', draft: 'error' }, open)).toBe('other');
});

test('an error counts as the hook of each rule decides, where they differ', () => {
  const cell = { baseline: 'error', draft: 'error' } as const;
  expect(changeInCell(cell, { baseline: true, draft: false })).toBe('released');
  expect(changeInCell(cell, { baseline: false, draft: true })).toBe('blocked');
});
