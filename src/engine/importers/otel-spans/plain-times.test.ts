import { expect, test } from 'vitest';
import { plain, opened, first } from './testing.ts';

const times = (start: unknown, end: unknown, more: object = {}) => {
  const { startTimeUnixNano: _, endTimeUnixNano: __, ...span } = plain(first);
  return [{ ...span, startTime: start, endTime: end, ...more }];
};

test.each([
  ['seconds', 1_767_225_600, 1_767_225_602.5],
  ['milliseconds', 1_767_225_600_000, 1_767_225_602_500],
  ['microseconds', 1_767_225_600_000_000, 1_767_225_602_500_000],
  ['milliseconds', '1767225600000', '1767225602500'],
  ['nanoseconds', '1767225600000000000', '1767225602500000000'],
])('plain numbers are read as %s because of their size, and the report notes this assumption', (unit, start, end) => {
  const { notes, times: at } = opened(times(start, end));
  expect(at[1]).toBe('2026-01-01T00:00:02.5Z');
  const note = notes.find(({ code }) => code.startsWith('otel-spans/'));
  expect(note).toMatchObject({ severity: 'assumed', code: `otel-spans/${unit}`, place: '[0].startTime' });
  expect(note?.message).toContain('2 times ');
});

test('no unit is assumed where the format defines one, or where the times are pairs or text', () => {
  const pair = [1_767_225_600, 500_000_000];
  for (const spans of [[plain(first)], times(pair, pair), times('2026-01-01T00:00:00Z', '2026-01-01T00:00:01Z')]) {
    expect(opened(spans).codes.filter((code) => code.startsWith('otel-spans/') || code === 'import/time')).toEqual([]);
  }
});

test('the report notes a time without a zone and a value that is not a time', () => {
  expect(opened(times('2026-01-01T00:00:00', '2026-01-01T00:00:01')).codes).toContain('import/no-zone');
  expect(opened(times('2026-01-01T00:00:00Z', 'soon')).codes).toContain('import/time');
});
