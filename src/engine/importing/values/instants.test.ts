import { expect, test } from 'vitest';
import { Double } from '../../model/value.ts';
import { createImportReport } from '../import-report.ts';
import { readInstant } from './instants.ts';

const read = (written: Parameters<typeof readInstant>[0]) => {
  const report = createImportReport();
  const at = readInstant(written, ['time'], report);
  return [at, ...report.notes().map(({ code }) => code)];
};

test('numbers are seconds since 1970, or the smaller unit that their size implies', () => {
  expect(read(1_767_225_601)).toEqual(['2026-01-01T00:00:01Z']);
  expect(read(new Double(1_767_225_601.25))).toEqual(['2026-01-01T00:00:01.250Z']);
  expect(read(1_767_225_601_250)).toEqual(['2026-01-01T00:00:01.250Z', 'import/time-unit']);
  expect(read(1_767_225_601_250_500)).toEqual(['2026-01-01T00:00:01.2505Z', 'import/time-unit']);
  expect(read(1_767_225_601_000_000_001n)).toEqual(['2026-01-01T00:00:01.000000001Z', 'import/time-unit']);
});

test('digits in a text are such a number', () => {
  expect(read('1767225601')).toEqual(['2026-01-01T00:00:01Z']);
  expect(read('1767225601.5')).toEqual(['2026-01-01T00:00:01.500Z']);
  expect(read('1767225601250')).toEqual(['2026-01-01T00:00:01.250Z', 'import/time-unit']);
  expect(read('1767225601000000001')).toEqual(['2026-01-01T00:00:01.000000001Z', 'import/time-unit']);
});

test('a text has a zone, or is taken as UTC', () => {
  expect(read('2026-01-01T01:00:01.5+01:00')).toEqual(['2026-01-01T00:00:01.5Z']);
  expect(read('2026-01-01 00:00:01')).toEqual(['2026-01-01T00:00:01Z', 'import/no-zone']);
});

test('a value that is not a time is unknown', () => {
  for (const written of ['yesterday', '12', -1, Number.NaN, 10n ** 30n, true, {}])
    expect(read(written)).toEqual([undefined, 'import/time']);
  for (const written of [undefined, null, '']) expect(read(written)).toEqual([undefined]);
});
