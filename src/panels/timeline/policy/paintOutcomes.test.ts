import { expect, test } from 'vitest';
import { policyOutcomes, type PolicyOutcome } from '../../../engine/model/verdict.ts';
import type { Brush } from '../../paintVerdicts.ts';
import { paintOutcomes } from './OutcomeRow.tsx';

const ink = { pass: 'p', fire: 'f', error: 'e', unknown: 'u', value: 'v', 'n/a': 'n', faintFire: '-', faintError: '-' };
const sheet = { width: 40, height: 20, scale: 1, cells: 4 };

/** A cell of 10 pixels as text: one row of pixels per line, in the ink's letters. */
function picture(...outcomes: readonly PolicyOutcome[]): readonly string[] {
  const rows = Array.from({ length: sheet.height }, () => Array.from({ length: sheet.width }, () => ' '));
  let fill = ' ';
  const put = (letter: string) => (x: number, y: number, width: number, height: number) => {
    for (let row = y; row < y + height; row++)
      for (let column = x; column < x + width; column++)
        if (rows[row]?.[column] !== undefined) rows[row]?.splice(column, 1, letter);
  };
  const brush: Brush = {
    get fillStyle() {
      return fill;
    },
    set fillStyle(style) {
      fill = style;
    },
    fillRect: (x, y, width, height) => put(fill)(x, y, width, height),
    clearRect: (x, y, width, height) => put(' ')(x, y, width, height),
  };
  paintOutcomes(
    brush,
    Uint8Array.from(outcomes, (outcome) => policyOutcomes.indexOf(outcome)),
    sheet,
    ink,
  );
  return outcomes.map((_, cell) => rows.map((row) => row[cell * 10 + 4] ?? '').join(''));
}

test('outcomes differ by shape: a lock is a block with two bars cut out', () => {
  const [pass = '', continued = '', block = '', lock = ''] = picture('pass', 'continued', 'block', 'lock');
  expect(pass.trim()).toBe('ppp');
  expect(continued.trim()).toBe('fffffffff');
  expect(block.trim()).toBe('f'.repeat(18));
  expect(lock.trim()).toBe('fffff  fff  ffffff');
});
