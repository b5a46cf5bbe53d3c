import { unhurried, type Pace } from '../../base/pace.ts';
import { defaultDecisions as decisions } from '../../engine/model/decisions.ts';
import type { Rule, SessionOutline } from '../../worker/protocol.ts';
import { closeSession, engine, must, openSession } from './bench.ts';
import { chatLog, turnsPerRound, entangled, growing, scalar, type Typed } from './generate.ts';
import { Held, ms, quantile, ratio, times, type Line } from './measure.ts';
import { plainTurn } from './plain-cel.ts';

const callCount = 60;

const kinds: readonly (readonly [string, Typed])[] = [
  ['a scalar rule', scalar],
  ['exists over a growing list', growing],
  ['exists whose body reads the turn', entangled],
];

/**
 * The methods that the page calls at the cursor and around it, in a long session, against one plain evaluation by the
 * CEL package.
 */
export async function whyLines(turns: number): Promise<readonly Line[]> {
  const long = 10 * turns;
  const session = await openSession(chatLog(long));
  const lines: Line[] = [];
  for (const [kind, typed] of kinds) {
    const plain = plainTurn(typed(0).expression, long);
    lines.push(await cursorLine(session, kind, typed, plain), await keyLine(session, kind, typed, plain));
    lines.push(await aroundLine(session, kind, typed));
  }
  await closeSession(session);
  return lines;
}

/** The cursor moves call by call through the late half of the session. */
async function cursorLine(session: SessionOutline, kind: string, typed: Typed, plain: number): Promise<Line> {
  const rule = typed(1);
  const durations = await times(callCount, (step) => explain(session, rule, lateCall(session.turns, step)));
  const late = quantile(durations, 0.95);
  return {
    what: `why at the cursor, ${kind}, ${session.turns} turns, p95 of ${callCount}, against one plain evaluation (${ms(plain)})`,
    measured: `${ms(late)}, ${ratio(late / plain)}`,
    budget: '≤ 16 ms',
    kept: late <= 16,
  };
}

/** Another rule each time, at the same turn, so that no result for its elements can be reused. */
async function keyLine(session: SessionOutline, kind: string, typed: Typed, plain: number): Promise<Line> {
  const durations = await times(callCount, (key) =>
    explain(session, typed(100 + key), lateCall(session.turns, callCount - 1)),
  );
  const late = quantile(durations, 0.95);
  return {
    what: `why after a keystroke, ${kind}, p95 of ${callCount}, against the same`,
    measured: `${ms(late)}, ${ratio(late / plain)}`,
    budget: '≤ 16 ms',
    kept: late <= 16,
  };
}

const lateCall = (turns: number, step: number) =>
  Math.floor((turns * (callCount + step)) / (2 * callCount * turnsPerRound)) * turnsPerRound + 2;

async function explain({ ref }: SessionOutline, rule: Rule, turn: number): Promise<void> {
  const { parts } = must(await engine.explain({ session: ref, rule, turn, decisions }, unhurried));
  if (parts.length === 0) throw new Error(`${rule.expression} was not judged at turn ${turn}`);
}

/** Flips, misses, coverage and the threshold curve: total time, and the longest stretch without a pause. */
async function aroundLine(session: SessionOutline, kind: string, typed: Typed): Promise<Line> {
  // A rule that reads the turn makes each sweep quadratic, so it is measured on a shorter session.
  const short = typed === entangled ? await openSession(chatLog(session.turns / 20)) : session;
  // One call before measuring, because the code is loaded at the first call.
  await callAround(short, typed(3), new Held());
  const held = new Held();
  const took = await callAround(short, typed(2), held);
  if (short !== session) await closeSession(short);
  const [flips = 0, misses = 0, coverage = 0, thresholds = 0] = took;
  const late = held.quantile(0.95);
  return {
    what: `longest hold (p95 of ${held.slices}) of flips ${ms(flips)}, misses ${ms(misses)}, coverage ${ms(coverage)}, curve ${ms(thresholds)}: ${kind}, ${short.turns} turns`,
    measured: ms(late),
    budget: '≤ 16 ms',
    kept: late <= 16,
  };
}

/** In milliseconds each: flips, misses, coverage, curve. */
async function callAround({ ref, turns }: SessionOutline, rule: Rule, held: Held): Promise<readonly number[]> {
  const input = { session: ref, rule, decisions };
  const turn = lateCall(turns, callCount - 1);
  const questions: readonly ((pace: Pace) => Promise<unknown>)[] = [
    (pace) => engine.flips({ ...input, turn }, pace),
    (pace) => engine.misses(input, pace),
    (pace) => engine.coverage({ ...input, policy: null }, pace),
    (pace) => engine.thresholds(input, pace),
  ];
  return times(questions.length, (at) => held.over(async (pace) => questions[at]?.(pace)));
}
