import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatInstant, parseInstant } from './instant.ts';

describe('a time', () => {
  it.each([
    ['2026-05-20T03:00:00Z', 1779246000000],
    ['2026-05-20T03:00:00.5Z', 1779246000500],
    ['2026-05-20T03:00:00.123456+00:00', 1779246000123],
    ['2026-05-20T05:30:00+02:30', 1779246000000],
    ['2026-05-19 22:00:00 -0500', 1779246000000],
    ['2026-05-20T03:00:00', 1779246000000],
    ['2026-05-20T03:00Z', 1779246000000],
    ['2026-05-20', 1779235200000],
    ['0001-01-01T00:00:00Z', -62135596800000],
  ])('%s is read, as UTC where it names no zone', (text, milliseconds) => {
    expect(parseInstant(text)).toBe(milliseconds);
  });

  it.each([
    '',
    'yesterday',
    '2026-02-30T00:00:00Z',
    '2026-13-01',
    '2026-05-20T25:00:00Z',
    '2026-05-20T03:60:00Z',
    '12',
  ])('%j is not a time', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });

  it('is equal after formatting and parsing', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }), (date) => {
        expect(parseInstant(formatInstant(date.getTime()) ?? '')).toBe(date.getTime());
      }),
    );
    expect(formatInstant(1779246000000)).toBe('2026-05-20T03:00:00Z');
    expect(formatInstant(Number.NaN)).toBeUndefined();
  });
});

it('the fast path and the general path agree', () => {
  const part = (most: number) => fc.nat(most).map((number) => String(number).padStart(2, '0'));
  fc.assert(
    fc.property(
      fc.nat(9999).map((year) => String(year).padStart(4, '0')),
      fc.tuple(part(13), part(32), part(25), part(61), part(61)),
      fc.constantFrom('', '.5', '.25', '.125', '.1239', ','),
      (year, [month, day, hour, minute, second], fraction) => {
        const written = `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}`;
        expect(parseInstant(`${written}Z`)).toBe(parseInstant(`${written}+00:00`));
      },
    ),
    { numRuns: 1000 },
  );
});
