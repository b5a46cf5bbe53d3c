import { expect, test } from 'vitest';
import { layoutOf } from './layout.ts';
import { ticksOf } from './Ruler.tsx';
import { countsText } from './words.ts';

const none = { eligible: 0, pass: 0, fire: 0, error: 0, unknown: 0, value: 0 };

test('every count has its denominator', () => {
  expect(countsText({ ...none, eligible: 480, pass: 405, fire: 12, error: 2, unknown: 61 }, 'counted as failed')).toBe(
    '12 fire · 2 error, counted as failed · 61 unknown of 480 eligible',
  );
});

test('a rule that never fires is counted with 0', () => {
  expect(countsText({ ...none, eligible: 7, pass: 7 }, null)).toBe('0 fire of 7 eligible');
});

test('an exploring expression counts values instead', () => {
  expect(countsText({ ...none, eligible: 7, value: 7 }, null)).toBe('7 value of 7 eligible');
  expect(countsText({ ...none, eligible: 7, pass: 2, value: 5 }, null, false, { yields: 'allow' })).toBe(
    '2 allow of 7 eligible',
  );
  expect(countsText({ ...none, eligible: 7, pass: 2, fire: 5 }, null, false, { yields: 'deny' })).toBe(
    '5 deny of 7 eligible',
  );
});

test('a rule that cannot fire has no count of firings', () => {
  expect(countsText({ ...none, eligible: 7, unknown: 7 }, null)).toBe('7 unknown of 7 eligible');
});

test('a hook without eligible turns is reported', () => {
  expect(countsText(none, null)).toBe('no eligible turn');
});

test('the ruler shows round turns, then the last one', () => {
  expect(ticksOf(layoutOf(480, 960)).map((tick) => tick.turn)).toEqual([
    0, 50, 100, 150, 200, 250, 300, 350, 400, 450, 479,
  ]);
  expect(ticksOf(layoutOf(1, 960)).map((tick) => tick.turn)).toEqual([0]);
  expect(ticksOf(layoutOf(0, 960))).toEqual([]);
});

test('the ruler’s numbers never overlap', () => {
  for (const turns of [1, 2, 7, 48, 480, 4801, 99_999]) {
    const ticks = ticksOf(layoutOf(turns, 900));
    const spaces = ticks
      .slice(1)
      .map(({ left }, index) => left - ((ticks[index]?.left ?? 0) + (ticks[index]?.width ?? 0)));
    expect(Math.min(Infinity, ...spaces)).toBeGreaterThanOrEqual(8);
  }
});
