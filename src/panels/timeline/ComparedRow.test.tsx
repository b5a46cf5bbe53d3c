import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { missingBefore, rowKinds } from '../../engine/model/alignment.ts';
import type { SessionChoice } from '../../state/view/sessions.ts';
import { giveElementsSize } from '../../ui/testing.ts';
import { endPanels, refundsOf, showPanel } from '../testing.tsx';
import { ComparedRow, marksPerCell, paintCompared } from './ComparedRow.tsx';
import { layoutOf } from './layout.ts';

let restore = () => {};
beforeEach(() => {
  restore = giveElementsSize({ width: 600, height: 20 });
});
afterEach(() => {
  endPanels();
  restore();
});

const mark = (kind: (typeof rowKinds)[number], isMissingBefore = false) =>
  rowKinds.indexOf(kind) + (isMissingBefore ? missingBefore : 0);

describe('the cells of the lane', () => {
  test('hold all kinds of their turns, so that one difference among many is never lost', () => {
    const turns = 1000;
    const marks = new Uint8Array(turns + 1).fill(mark('same'));
    marks[500] = mark('changed');
    marks[501] = mark('here', true);
    const cells = marksPerCell(marks, layoutOf(turns, 10));
    expect(cells).toHaveLength(10);
    expect([...cells].filter((cell) => cell !== 1)).toEqual([1 | 2 | 4 | 8]);
    expect(cells[5]).toBe(15);
  });

  test('show turns of the other session after the last one in the last cell', () => {
    const marks = Uint8Array.from([mark('same'), mark('same'), missingBefore]);
    expect([...marksPerCell(marks, layoutOf(2, 200))]).toEqual([1, 1 | 8]);
  });

  test('are empty for turns that were not compared yet', () => {
    const marks = new Uint8Array([mark('same'), mark('here'), mark('same', true)]);
    expect([...marksPerCell(marks, layoutOf(4, 400))]).toEqual([1, 4 | 8, 0, 0]);
    expect([...marksPerCell(new Uint8Array(), layoutOf(2, 200))]).toEqual([0, 0]);
  });
});

/** What is drawn, as colour, left, top, width and height. */
function painted(cells: readonly number[], width: number) {
  const drawn: (readonly [string, number, number, number, number])[] = [];
  const brush = {
    fillStyle: '',
    clearRect: vi.fn<() => void>(),
    fillRect(...box: readonly [number, number, number, number]) {
      drawn.push([this.fillStyle, ...box]);
    },
  };
  const sheet = { scale: 1, width, height: 20, cells: cells.length };
  paintCompared(brush, Uint8Array.from(cells), sheet, {
    same: 'same',
    changed: 'changed',
    here: 'here',
    there: 'there',
  });
  return drawn;
}

test('the kinds differ by their shape, not by their colour alone', () => {
  const drawn = painted([1, 2, 4], 60);
  const heights = ['same', 'changed', 'here'].map((kind) => drawn.find(([colour]) => colour === kind)?.[4]);
  expect(heights).toEqual([1, 7, 14]);
  const tick = painted([1 | 8], 20).filter(([colour]) => colour === 'there');
  expect(tick.map(([, , , width]) => width)).toEqual([1, 3, 5, 7]);
});

const choiceOf = (source: string): SessionChoice => ({ kind: 'source', source, entry: 0 });

async function lane(here: string, there: string) {
  const layout = layoutOf(5, 600);
  const none = vi.fn<() => void>();
  await showPanel(<ComparedRow layout={layout} onCursor={none} onHover={none} onPan={none} />, {
    text: here,
    beside: there,
    view: { session: choiceOf('s1'), compared: [choiceOf('s1'), choiceOf('s2')] },
  });
}

test('the lane says how many turns differ, and how', async () => {
  await lane(refundsOf(10, 1200), refundsOf(10, 20, 30));
  expect(await screen.findByText('3 differ')).toHaveProperty('title', '3 same, 2 changed, 0 only here, 1 only there');
});

test('before the answer is there, and of a session that cannot be compared, it says nothing', async () => {
  await showPanel(<ComparedRow layout={layoutOf(5, 600)} onCursor={() => {}} onHover={() => {}} onPan={() => {}} />, {
    text: refundsOf(10),
    view: { session: choiceOf('s1'), compared: [choiceOf('s1'), choiceOf('s9')] },
  });
  expect(screen.getByText('compared')).toBeTruthy();
  expect(screen.queryByText(/differ$/)).toBeNull();
});
