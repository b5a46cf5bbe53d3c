import { paced, type Pace } from '../../../base/pace.ts';
import type { EvalResult } from '../../cel/index.ts';
import type { Decisions } from '../../model/decisions.ts';
import { Double, Uint } from '../../model/value.ts';
import { countVerdicts, type VerdictCounts } from '../../model/verdict.ts';
import type { OpenSession } from '../../opening/open-session.ts';
import { NumberGroups, type VerdictsByNumber } from './number-groups.ts';
import type { Rule } from '../rule.ts';
import { literalsOf, numberText, withNumber, withText } from './number-literal.ts';
import { sweep } from '../sweep.ts';
import { swept } from '../swept.ts';
import type { NumberLiteral, OtherNumber, Thresholds } from './what-if.ts';

/** More are not tried, because each takes several sweeps; nor are more begun after this time. */
const mostNumbers = 8;
const longestMs = 3_000;

/**
 * For each number of a rule whose value matters, the verdict counts of the rule with other numbers in its place, in
 * reading order. A number matters if another one in its place changes the counts. Where a rule has very many numbers, or
 * takes long, those that are compared with something come first.
 */
export async function thresholds(
  session: OpenSession,
  rule: Rule,
  decisions: Decisions,
  pace: Pace,
): Promise<readonly Thresholds[]> {
  const [compared, other] = [true, false].map((is) =>
    literalsOf(rule.expression).filter(({ comparison }) => (comparison !== null) === is),
  );
  const tried = [...(compared ?? []), ...(other ?? [])].slice(0, mostNumbers);
  const found: Thresholds[] = [];
  const end = pace.now() + longestMs;
  for (const literal of tried) {
    found.push(await curveOf(session, rule, literal, decisions, pace));
    if (pace.now() > end) break;
  }
  return found.filter(matters).toSorted((a, b) => startOf(a) - startOf(b));
}

const startOf = ({ parts: [literal] }: Thresholds): number => literal?.start ?? 0;

function matters({ alternatives: [first, ...others] }: Thresholds): boolean {
  return others.some(({ counts }) => verdictKinds.some((kind) => counts[kind] !== first?.counts[kind]));
}

const verdictKinds = ['pass', 'fire', 'error', 'unknown', 'value'] as const;

/**
 * The counts at other numbers, ascending; the original number is among them. `isWhole`: every change that some number
 * makes is shown; otherwise a change between two numbers may be missed.
 */
async function curveOf(
  session: OpenSession,
  rule: Rule,
  literal: NumberLiteral,
  decisions: Decisions,
  pace: Pace,
): Promise<Thresholds> {
  const verdicts = await verdictsByNumber(session, rule, literal, decisions, pace);
  const { values, isWhole } = scaleOf(literal, verdicts?.breaks ?? null);
  const alternatives: OtherNumber[] = [];
  if (verdicts !== null)
    await paced(values.length, pace, (index) => {
      const value = values[index] ?? literal.value;
      alternatives.push(otherNumber(literal, value, verdicts.countsAt(value)));
    });
  else
    for (const value of values) {
      const other = { ...rule, expression: withNumber(rule.expression, literal, value) };
      alternatives.push(otherNumber(literal, value, (await sweep(session, other, decisions, pace)).counts));
    }
  const turns = alternatives[0]?.counts.eligible ?? 0;
  return { turns, isWhole, alternatives, parts: [literal], notes: [], recorded: sampleOf(verdicts?.breaks ?? []) };
}

/** As many ticks as can be seen apart. */
const mostRecorded = 200;

const sampleOf = (values: readonly number[]): readonly number[] =>
  values.length <= mostRecorded
    ? values
    : Array.from(
        { length: mostRecorded },
        (_, at) => values[Math.round((at * (values.length - 1)) / (mostRecorded - 1))] ?? 0,
      );

const otherNumber = (literal: NumberLiteral, value: number, counts: VerdictCounts): OtherNumber => ({
  kind: 'number',
  value,
  text: numberText(literal, value),
  counts,
});

/**
 * A comparison is true or false, whatever the number. So the rule is judged once with each in its place, and the value
 * that the literal is compared with is recorded beside it. Where that value is no number, no number changes anything.
 * Null where the literal is not one side of a comparison that runs once a turn.
 */
export async function verdictsByNumber(
  session: OpenSession,
  rule: Rule,
  { comparison }: NumberLiteral,
  decisions: Decisions,
  pace: Pace,
): Promise<VerdictsByNumber | null> {
  if (comparison === null) return null;
  const { expression } = rule;
  const { start, end } = comparison.other;
  const compared: (number | null)[] = [];
  let isExact = true;
  const side: Rule = { ...rule, expression: expression.slice(start, end), yields: 'value' };
  await sweep(session, side, decisions, pace, (turn, _verdict, result) => {
    const number = numberIn(result);
    compared[turn] = number;
    isExact &&= number === null || !Number.isInteger(number) || Number.isSafeInteger(number);
  });
  if (!isExact) return null;
  const withOutcome = async (text: string) =>
    (await sweep(session, { ...rule, expression: text }, decisions, pace)).codes;
  const asWritten = (await swept(session, rule, decisions, pace)).codes;
  const whenTrue = await withOutcome(withText(expression, comparison, 'true'));
  const whenFalse = await withOutcome(withText(expression, comparison, 'false'));

  const fixed = new Uint8Array(asWritten);
  const groups = new NumberGroups();
  await paced(asWritten.length, pace, (turn) => {
    const number = compared[turn];
    if (typeof number !== 'number') return;
    groups.add(number, whenTrue[turn] ?? 0, whenFalse[turn] ?? 0);
    fixed[turn] = 0;
  });
  return groups.verdicts(countVerdicts(fixed), comparison.operator);
}

function numberIn(result: EvalResult): number | null {
  if (typeof result === 'number') return result;
  if (result instanceof Double) return result.value;
  if (typeof result === 'bigint') return Number(result);
  return result instanceof Uint ? Number(result.value) : null;
}

/** As many values as a curve has room for; each sweep takes time. */
const most = { known: 160, swept: 24 } as const;

/** Round numbers from end to end, and the numbers at which verdicts change, if these are not too many. */
function scaleOf({ value, kind }: NumberLiteral, breaks: readonly number[] | null) {
  const reach = breaks ?? [];
  const [from = value, to = value] = [reach[0], reach.at(-1)];
  const span = Math.max(to, value) - Math.min(from, value) || Math.max(1, Math.abs(value));
  // Small counts need some room as well; values that are never below zero need none there.
  const margin = breaks === null ? span : Math.max(span * 0.05, kind === 'double' ? 0 : 5);
  const room = breaks === null ? most.swept : most.known;
  const step = roundStep((span + 2 * margin) / (room / 2), kind);
  const least = Math.min(from, value);
  const first = Math.max(least < 0 ? Number.NEGATIVE_INFINITY : 0, Math.floor((least - margin) / step));
  const last = Math.ceil((Math.max(to, value) + margin) / step);
  // Multiples of 0.1 have rounding digits that should not be shown.
  const even = Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
  const high = even.at(-1) ?? value;
  // Verdicts are the same between two neighbouring breaks, so one value between them is enough.
  const perBreak = kind === 'double' ? 2 : 4;
  const isEvery = breaks !== null && reach.length * perBreak <= room;
  const around = (isEvery ? reach : []).flatMap((each, index) =>
    kind === 'double'
      ? [each, (each + (reach[index + 1] ?? high)) / 2]
      : [Math.ceil(each) - 1, Math.floor(each), Math.ceil(each), Math.floor(each) + 1],
  );
  const values = [...new Set([...even, ...around, value])]
    .filter((each) => kind !== 'uint' || each >= 0)
    .toSorted((a, b) => a - b);
  return { values, isWhole: isEvery };
}

/** The next of 1, 2, 5, 10, … and for doubles of their fractions too. */
function roundStep(least: number, kind: NumberLiteral['kind']): number {
  const magnitude = 10 ** Math.floor(Math.log10(least));
  const step = ([1, 2, 5].find((factor) => factor * magnitude >= least) ?? 10) * magnitude;
  return kind === 'double' ? step : Math.max(1, Math.round(step));
}
