import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { triedIn, writtenPlace } from './tried.ts';

describe('a number that is tried', () => {
  test.each([
    ['a <= 1000 && b', 'a <= 900 && b', '1000', '900'],
    ['a <= 1000', 'a <= 1001', '1000', '1001'],
    ['a <= 0.25 || b', 'a <= 0.5 || b', '0.25', '0.5'],
    ['a > -5', 'a > -3', '-5', '-3'],
    ['a > -5', 'a > 12', '-5', '12'],
    ['a -5 > 0', 'a -3 > 0', '5', '3'],
    ['f(1, 11)', 'f(1, 1)', '11', '1'],
  ])('%s as %s', (written, text, was, is) => {
    const tried = triedIn(written, text);
    expect(tried).toMatchObject({ written: was, tried: is });
    expect(written.slice(tried?.start, tried?.end)).toBe(was);
  });

  test('there is none without a trial, or if the tried text equals the written one', () => {
    expect(triedIn('a < 1', null)).toBeNull();
    expect(triedIn('a < 1', 'a < 1')).toBeNull();
  });

  test('parts before it keep their place, parts after it move to their written place', () => {
    const [written, text] = ['a <= 1000 && b == 2', 'a <= 9 && b == 2'];
    const tried = triedIn(written, text);
    const textAt = (part: string) => {
      const start = text.indexOf(part);
      const place = writtenPlace({ start, end: start + part.length }, tried);
      return written.slice(place.start, place.end);
    };
    expect(['a', 'b == 2', 'a <= 9', '9'].map(textAt)).toEqual(['a', 'b == 2', 'a <= 1000', '1000']);
  });

  test('for any numbers, the place of another part is found', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (was, is) => {
        const [written, text] = [`(x > ${was}) && other`, `(x > ${is}) && other`];
        const start = text.indexOf('other');
        const place = writtenPlace({ start, end: start + 5 }, triedIn(written, text));
        expect(written.slice(place.start, place.end)).toBe('other');
      }),
    );
  });
});
