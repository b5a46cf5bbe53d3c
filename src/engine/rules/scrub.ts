import { paced, type Pace } from '../../base/pace.ts';
import type { Outcome } from '../cel/index.ts';
import type { Decisions } from '../model/decisions.ts';
import { Double, Uint } from '../model/value.ts';
import { countVerdicts, type VerdictCounts } from '../model/verdict.ts';
import type { OpenSession } from '../open-text.ts';
import type { Rule } from './rule.ts';
import { type Comparison, literalAt, type NumberLiteral, withNumber, withText } from './scrub-literal.ts';
import { sweep } from './sweep.ts';

/** What a rule would come to with other numbers in the place of one of its literals. */
export interface Scrub {
  readonly literal: NumberLiteral;
  /** Ends of the scale, and the least step on it that makes sense. */
  readonly low: number;
  readonly high: number;
  readonly step: number;
  /** Ascending by value; the written value is among them. */
  readonly points: readonly ScrubPoint[];
  /** `every-change`: whatever a number may change, some point shows. `samples`: something between two points may be missed. */
  readonly covers: 'every-change' | 'samples';
}

export interface ScrubPoint {
  readonly value: number;
  readonly counts: VerdictCounts;
}

/** Null where the rule has no number, or does not parse. */
export async function scrub(
  session: OpenSession,
  rule: Rule,
  offset: number | null,
  decisions: Decisions,
  pace: Pace,
): Promise<Scrub | null> {
  const literal = literalAt(rule.expression, offset);
  if (literal === null) return null;
  const verdicts = await verdictsByNumber(session, rule, literal, decisions, pace);
  const { values, low, high, covers } = scaleOf(literal, verdicts?.breaks ?? null);
  const points: ScrubPoint[] = [];
  if (verdicts !== null)
    await paced(values.length, pace, (index) => {
      const value = values[index] ?? literal.value;
      points.push({ value, counts: countVerdicts(verdicts.codesAt(value)) });
    });
  else
    for (const value of values) {
      const other = { ...rule, expression: withNumber(rule.expression, literal, value) };
      points.push({ value, counts: (await sweep(session, other, decisions, pace)).counts });
    }
  return { literal, low, high, step: stepOf(literal, high - low), points, covers };
}

/** The verdicts of a rule for any number in the place of a literal, without judging a turn again. */
export interface VerdictsByNumber {
  codesAt(value: number): Uint8Array;
  /** What the literal is compared with, ascending, each once: verdicts change nowhere else. */
  readonly breaks: readonly number[];
}

/**
 * A comparison comes out true or false, whatever the number: so the rule is judged once with each in its place, and beside it
 * goes what the literal is compared with. Where that is no number, no number changes anything. Null where the literal is
 * not one side of a comparison that runs once a turn.
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
  const compared = new Float64Array(session.history.turns.length);
  const isNumber = new Uint8Array(compared.length);
  let isExact = true;
  const side: Rule = { ...rule, expression: expression.slice(start, end), yields: 'value' };
  await sweep(session, side, decisions, pace, (turn, _verdict, outcome) => {
    const number = numberIn(outcome);
    if (number === null) return;
    isExact &&= !Number.isInteger(number) || Number.isSafeInteger(number);
    compared[turn] = number;
    isNumber[turn] = 1;
  });
  if (!isExact) return null;
  const withOutcome = async (text: string) =>
    (await sweep(session, { ...rule, expression: text }, decisions, pace)).codes;
  const asWritten = await withOutcome(expression);
  const whenTrue = await withOutcome(withText(expression, comparison, 'true'));
  const whenFalse = await withOutcome(withText(expression, comparison, 'false'));

  const holds = holding[comparison.operator];
  return {
    codesAt: (value) =>
      asWritten.map((code, turn) => {
        if (isNumber[turn] !== 1) return code;
        return (holds(compared[turn] ?? 0, value) ? whenTrue[turn] : whenFalse[turn]) ?? 0;
      }),
    breaks: [...new Set(compared.filter((_, turn) => isNumber[turn] === 1))]
      .filter(Number.isFinite)
      .toSorted((a, b) => a - b),
  };
}

const holding: { readonly [O in Comparison['operator']]: (a: number, b: number) => boolean } = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
};

function numberIn(outcome: Outcome): number | null {
  if (typeof outcome === 'number') return outcome;
  if (outcome instanceof Double) return outcome.value;
  if (typeof outcome === 'bigint') return Number(outcome);
  return outcome instanceof Uint ? Number(outcome.value) : null;
}

/** As many values as a curve has room for; sweeping for each takes its time. */
const most = { known: 160, swept: 24 } as const;

function scaleOf({ value, kind }: NumberLiteral, breaks: readonly number[] | null) {
  const reach = breaks ?? [];
  const [from = value, to = value] = [reach[0], reach.at(-1)];
  const span = Math.max(to, value) - Math.min(from, value) || Math.max(1, Math.abs(value));
  const onGrid = (each: number) => (kind === 'double' ? each : Math.round(each));
  const margin = breaks === null ? span : span * 0.05;
  const least = kind === 'uint' ? 0 : Number.NEGATIVE_INFINITY;
  const low = Math.max(least, onGrid(Math.min(from, value) - margin));
  const high = Math.max(low + 1, onGrid(Math.max(to, value) + margin));
  // Verdicts are the same all the way between two neighbouring breaks: one value between them speaks for all.
  const around = reach.flatMap((each, index) =>
    kind === 'double'
      ? [each, (each + (reach[index + 1] ?? high)) / 2]
      : [Math.ceil(each) - 1, Math.floor(each), Math.ceil(each), Math.floor(each) + 1],
  );
  const room = breaks === null ? most.swept : most.known;
  const isEvery = breaks !== null && around.length <= room;
  const even = Array.from({ length: room + 1 }, (_, index) => onGrid(low + ((high - low) * index) / room));
  const values = [...new Set([low, ...(isEvery ? around : even), value, high])]
    .filter((each) => each >= low && each <= high)
    .toSorted((a, b) => a - b);
  const covers: Scrub['covers'] = isEvery ? 'every-change' : 'samples';
  return { values, low, high, covers };
}

/** Whole numbers step by a round number that gets from end to end in some hundreds of steps; doubles go finer. */
function stepOf({ kind }: Pick<NumberLiteral, 'kind'>, span: number): number {
  const fine = 10 ** Math.floor(Math.log10(span / 100));
  return kind === 'double' ? fine : Math.max(1, Math.round(fine));
}
