import { expect, test } from 'vitest';
import { layoutOf } from './columnWidths.ts';

const draft = { id: 'draft' };
const baseline = { id: 'baseline' };

test('the mark of an edited rule is in sight wherever the page can be used', () => {
  for (let width = 350; width < 2000; width += 10)
    for (const rules of [[draft], [draft, baseline]]) expect(layoutOf(width, rules).least).toBeLessThanOrEqual(width);
});

test('where there is room, there are ribbons of both rules; otherwise the difference says what the baseline’s would', () => {
  expect(layoutOf(1200, [draft, baseline])).toMatchObject({ hasTurns: true, rules: [0, 1] });
  expect(layoutOf(720, [draft, baseline])).toMatchObject({ hasTurns: true, rules: [0] });
  expect(layoutOf(466, [draft, baseline])).toMatchObject({ hasTurns: false, ribbon: 46, rules: [0] });
  expect(layoutOf(360, [draft, baseline])).toMatchObject({ ribbon: 0, rules: [0] });
});

test('the ribbons of a policy’s rules are wide enough to be read: with many, the grid scrolls', () => {
  const policy = [draft, ...Array.from({ length: 9 }, (_, at) => ({ id: `${at}` }))];
  expect(layoutOf(900, policy)).toMatchObject({ ribbon: 96, rules: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] });
});
