import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unhurried } from '../../../base/pace.ts';
import { defaultDecisions } from '../../model/decisions.ts';
import type { Rule } from '../rule.ts';
import { thresholds, verdictsByNumber } from './thresholds.ts';
import { literalsOf, numberText, withNumber } from './number-literal.ts';
import { sweep } from '../sweep.ts';
import { openSessionOf } from '../testing.ts';

const rule = (expression: string): Rule => ({ expression, hook: 'middleware.before', match: null });
const sessionOf = (amounts: readonly string[]) =>
  openSessionOf(
    ['user: refunds', 'model: hm', ...amounts.map((amount) => `refund({"amount": ${amount}}) -> {}`)].join('\n'),
  );

const session = sessionOf(['40', '1200', '50', '"many"', '900.5', 'null']);
const curvesOf = (expression: string) => thresholds(session, rule(expression), defaultDecisions, unhurried);
const curveOf = async (expression: string) => (await curvesOf(expression))[0];
const textsOf = async (expression: string) => (await curvesOf(expression)).map(({ parts: [literal] }) => literal?.text);
const firstIn = (expression: string) => {
  const [literal] = literalsOf(expression);
  if (literal === undefined) throw new Error('the expression has a number');
  return literal;
};

describe('the numbers of a rule', () => {
  it('are in reading order, each with what it is compared with', () => {
    expect(literalsOf('size(input) + 7 < 3 || input.a <= 10 && input.b > 2.5')).toMatchObject([
      { text: '7', kind: 'int', comparison: null },
      { text: '3', kind: 'int', comparison: { operator: '<' } },
      { text: '10', kind: 'int', comparison: { operator: '<=' } },
      { text: '2.5', kind: 'double', comparison: { operator: '>' } },
    ]);
  });

  it('are not the indices of elements, but what an index is chosen by', () => {
    const textsIn = (expression: string) => literalsOf(expression).map(({ text }) => text);
    expect(textsIn('input.list[0] <= 10')).toEqual(['10']);
    expect(textsIn('input.list[?0].orValue(4) <= 10')).toEqual(['4', '10']);
    expect(textsIn('input.list[size(input.list) - 1] == 10')).toEqual(['10']);
    expect(textsIn('input.grid[0][-1].cells[2]')).toEqual([]);
    expect(textsIn('input.list[input.a > 5 ? 0 : 1] == 10')).toEqual(['5', '10']);
    expect(textsIn('[10, 20].exists(n, n > input.list[0])')).toEqual(['10', '20']);
  });

  it('have their sign, and one on the left turns the comparison round', () => {
    expect(firstIn('input.a > -5')).toMatchObject({ text: '-5', value: -5, comparison: { operator: '>' } });
    expect(firstIn('1000 >= input.a')).toMatchObject({ comparison: { operator: '<=' } });
  });

  it('are none in a text without one, or one that does not parse', () => {
    expect(literalsOf('input.ok')).toEqual([]);
    expect(literalsOf('input.a <= 10 &&')).toEqual([]);
  });

  it('keep their kind when they are replaced', () => {
    expect(numberText({ kind: 'double' }, 3)).toBe('3.0');
    expect(numberText({ kind: 'int' }, 3.4)).toBe('3');
    expect(numberText({ kind: 'uint' }, -2)).toBe('0u');
    expect(withNumber('(10 < input.a)', firstIn('(10 < input.a)'), 25)).toBe('(25 < input.a)');
  });
});

describe('a number has a curve', () => {
  it('if another one in its place changes a verdict', async () => {
    expect(await textsOf('input.amount <= 1000 && size(input) < 900')).toEqual(['1000', '900']);
    // Whatever the number is, each of these is true, or false.
    expect(await textsOf('input.amount <= 1000 || 5 > 3 || true')).toEqual([]);
    expect(await textsOf('has(input.line2)')).toEqual([]);
  });

  it('also in an expression that computes a value only if its verdicts change', async () => {
    const value: Rule = { ...rule('size(input) + 1'), yields: 'value' };
    expect(await thresholds(session, value, defaultDecisions, unhurried)).toEqual([]);
  });

  it('if it is compared, even after many others', async () => {
    const list = Array.from({ length: 30 }, (_, at) => at).join(', ');
    expect(await textsOf(`!([${list}].exists(x, x == -1)) && input.amount <= 1000`)).toContain('1000');
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
    const found = (await curvesOf('[10, 20, 30].all(x, x < 25)')).at(-1);
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
        const literal = literalsOf(expression).find(({ comparison }) => comparison !== null);
        expect.assert(literal !== undefined);
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
    const literal = firstIn('input.amount < 5');
    expect(await verdictsByNumber(huge, rule('input.amount < 5'), literal, defaultDecisions, unhurried)).toBeNull();
  });
});
