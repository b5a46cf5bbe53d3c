import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unhurried } from '../../../base/pace.ts';
import { defaultDecisions } from '../../model/decisions.ts';
import type { Rule } from '../rule.ts';
import { thresholds, verdictsByNumber } from './thresholds.ts';
import { literalAt, numberText, withNumber } from './number-literal.ts';
import { sweep } from '../sweep.ts';
import { openSessionOf } from '../testing.ts';

const rule = (expression: string): Rule => ({ expression, hook: 'middleware.before', match: null });
const sessionOf = (amounts: readonly string[]) =>
  openSessionOf(
    ['user: refunds', 'model: hm', ...amounts.map((amount) => `refund({"amount": ${amount}}) -> {}`)].join('\n'),
  );

const session = sessionOf(['40', '1200', '50', '"many"', '900.5', 'null']);
const curveOf = (expression: string, offset: number | null = null) =>
  thresholds(session, rule(expression), offset, defaultDecisions, unhurried);

describe('the selected number', () => {
  it('is the nearest to an offset', () => {
    const expression = 'input.a <= 10 && input.b > 2.5';
    expect(literalAt(expression, 12)).toMatchObject({ text: '10', kind: 'int' });
    expect(literalAt(expression, 26)).toMatchObject({ text: '2.5', kind: 'double' });
    expect(literalAt(expression, 0)).toMatchObject({ text: '10' });
  });

  it('without an offset is the first that is compared with something', () => {
    expect(literalAt('input.list[0] <= 10', null)).toMatchObject({ text: '10' });
    expect(literalAt('input.list[0].ok', null)).toMatchObject({ text: '0', comparison: null });
  });

  it('takes its sign with it, and a literal on the left turns the comparison round', () => {
    expect(literalAt('input.a > -5', null)).toMatchObject({ text: '-5', value: -5, comparison: { operator: '>' } });
    expect(literalAt('1000 >= input.a', null)).toMatchObject({ comparison: { operator: '<=' } });
  });

  it('is none where there is none, and none in a text that does not parse', () => {
    expect(literalAt('input.ok', null)).toBeNull();
    expect(literalAt('input.a <= 10 &&', null)).toBeNull();
  });

  it('keeps its kind when it is replaced', () => {
    expect(numberText({ kind: 'double' }, 3)).toBe('3.0');
    expect(numberText({ kind: 'int' }, 3.4)).toBe('3');
    expect(numberText({ kind: 'uint' }, -2)).toBe('0u');
    const literal = literalAt('(10 < input.a)', null);
    expect(literal === null ? '' : withNumber('(10 < input.a)', literal, 25)).toBe('(25 < input.a)');
  });
});

describe('a curve', () => {
  it('counts what fires at every number that changes anything', async () => {
    const found = await curveOf('input.amount <= 1000');
    expect(found?.isWhole).toBe(true);
    const fires = (value: number) => found?.alternatives.find((point) => point.value === value)?.counts.fire;
    expect([39, 40, 49, 50, 900, 901, 1000, 1199, 1200].map(fires)).toEqual([4, 3, 3, 2, 2, 1, 1, 1, 0]);
    // A text and a null stay errors, whatever the number.
    expect(found?.alternatives.every(({ counts }) => counts.error === 2)).toBe(true);
  });

  it('is sampled by whole sweeps where the number is compared many times within a turn', async () => {
    const found = await curveOf('[10, 20, 30].all(x, x < 25)', 23);
    expect(found?.isWhole).toBe(false);
    expect(found?.parts[0]).toMatchObject({ text: '25', comparison: null });
    expect(found?.alternatives.map(({ counts }) => counts.fire)).toContain(0);
    expect(found?.alternatives.map(({ counts }) => counts.fire)).toContain(6);
  });

  it('has the written number among its points, and never too many of them', async () => {
    for (const expression of [
      'input.amount <= 1000',
      'input.amount < 5000.5',
      'size(input) == 1',
      'input.amount > -3',
    ]) {
      const found = await curveOf(expression);
      expect(found?.alternatives.some(({ value }) => value === found.parts[0]?.value)).toBe(true);
      const values = found?.alternatives.map(({ value }) => value) ?? [];
      expect(values).toEqual(values.toSorted((a, b) => a - b));
      expect(values.length).toBeGreaterThan(5);
      expect(values.length).toBeLessThan(300);
    }
  });

  it('has round numbers, written in the literal’s kind', async () => {
    const texts = (await curveOf('input.amount < 0.5'))?.alternatives.map(({ text }) => text);
    expect(texts).toContain('100.0');
    expect(texts).toContain('0.5');
    const whole = (await curveOf('input.amount <= 1000'))?.alternatives.map(({ text }) => text);
    expect(whole).toContain('100');
  });

  it('has only whole numbers for a whole number', async () => {
    const found = await curveOf('input.amount <= 1000');
    expect(found?.alternatives.every(({ value }) => Number.isInteger(value))).toBe(true);
  });
});

describe('verdicts by number', () => {
  const amounts = fc.array(
    fc.oneof(
      fc.integer({ min: -5, max: 5 }).map(String),
      fc.integer({ min: -9, max: 9 }).map((half) => (half / 2).toFixed(1)),
      fc.constantFrom('"3"', 'null', '[]'),
    ),
    { minLength: 1, maxLength: 6 },
  );
  const expressions = fc.constantFrom(
    'input.amount <= 0',
    'input.amount < 0.5',
    '0 >= input.amount',
    'input.amount == 0',
    'input.amount != 0.0',
    'has(input.amount) && input.amount > 0 || size(string(input.amount)) > 3',
    '!(input.amount > 0) ? input.amount < 3 : true',
    'type(input.amount) == int && (input.amount + 1 >= 0)',
    'context.capabilities.refund.count_successful < 0 || input.amount == 1',
    '[double("NaN"), 1.0][type(input.amount) == int ? 0 : 1] > 0.5',
    '[double("NaN"), 1.0][type(input.amount) == int ? 0 : 1] != 0.5',
  );

  it('are those of a sweep with that number, whatever the number', async () => {
    await fc.assert(
      fc.asyncProperty(amounts, expressions, fc.integer({ min: -12, max: 12 }), async (list, expression, half) => {
        const recorded = sessionOf(list);
        const literal = literalAt(expression, null);
        if (literal === null) throw new Error('every expression has a number');
        const verdicts = await verdictsByNumber(recorded, rule(expression), literal, defaultDecisions, unhurried);
        const value = literal.kind === 'double' ? half / 2 : half;
        const other = rule(withNumber(expression, literal, value));
        const { counts } = await sweep(recorded, other, defaultDecisions, unhurried);
        expect(verdicts?.countsAt(value)).toEqual(counts);
      }),
      { numRuns: 150 },
    );
  });

  it('need sweeps where numbers are too great to be exact', async () => {
    const huge = sessionOf(['9007199254740993', '1']);
    const literal = literalAt('input.amount < 5', null);
    if (literal === null) throw new Error('there is a number');
    expect(await verdictsByNumber(huge, rule('input.amount < 5'), literal, defaultDecisions, unhurried)).toBeNull();
  });
});
