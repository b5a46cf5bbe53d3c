import { expect, test } from 'vitest';
import { Double } from '../../model/value.ts';
import { createImportReport } from '../../importing/import-report.ts';
import { timeOf } from './times.ts';

test.each([
  ['2026-03-02T09:14:03Z', '2026-03-02T09:14:03Z'],
  ['2026-03-02T10:14:03.5+01:00', '2026-03-02T09:14:03.5Z'],
  ['2026-03-02 09:14:03,120', '2026-03-02T09:14:03.120Z'],
  ['2026/03/02 09:14', '2026-03-02T09:14:00Z'],
  ['2026-03-02 09:14:03 UTC', '2026-03-02T09:14:03Z'],
  ['20260302T091403Z', '2026-03-02T09:14:03Z'],
  ['2026-03-02', '2026-03-02T00:00:00Z'],
  ['Mon, 02 Mar 2026 09:14:03 GMT', '2026-03-02T09:14:03Z'],
  ['Mar 2, 2026, 9:14:03 PM', '2026-03-02T21:14:03Z'],
  ['02/Mar/2026:09:14:03 +0000', '2026-03-02T09:14:03Z'],
  ['3/2/2026, 12:05 AM', '2026-03-02T00:05:00Z'],
  ['13/2/2026 09:14', '2026-02-13T09:14:00Z'],
  ['02.03.2026 09:14', '2026-03-02T09:14:00Z'],
  [1772442843, '2026-03-02T09:14:03Z'],
  [new Double(1772442843), '2026-03-02T09:14:03Z'],
  ['1772442843', '2026-03-02T09:14:03Z'],
  ['1772442843.25', '2026-03-02T09:14:03.250Z'],
  [1772442843120, '2026-03-02T09:14:03.120Z'],
  [1772442843120000, '2026-03-02T09:14:03.12Z'],
  [1772442843120000001n, '2026-03-02T09:14:03.120000001Z'],
  ['1772442843120000001', '2026-03-02T09:14:03.120000001Z'],
  ['yesterday', undefined],
  ['Foo 2, 2026', undefined],
  [-5, undefined],
  [true, undefined],
  ['', undefined],
  [null, undefined],
])('the time %s is %s', (written, instant) => {
  expect(timeOf(written, ['at'], createImportReport())).toBe(instant);
});

test('an assumption about which of two numbers is the month is noted', () => {
  const report = createImportReport();
  timeOf('3/2/2026 09:14', ['at'], report);
  expect(report.notes().map(({ code }) => code)).toContain('import/month-first');
});
