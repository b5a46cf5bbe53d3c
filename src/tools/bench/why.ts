import { unhurried, type Pace } from '../../base/pace.ts';
import { defaultDecisions as decisions } from '../../engine/model/decisions.ts';
import type { Rule, SessionOutline } from '../../worker/protocol.ts';
import { closeSession, engine, must, openSession } from './bench.ts';
import { chatLog, turnsPerRound } from './generate.ts';
import { Held } from './held.ts';
import { ms, quantile, ratio, times, type Line } from './measure.ts';
import { plainTurn } from './plain-cel.ts';
import { entangled, growing, scalar, type Typed } from './rules.ts';

const asked = 60;

const kinds: readonly (readonly [string, Typed])[] = [
  ['a scalar rule', scalar],
  ['exists over a growing list', growing],
  ['exists whose body reads the turn', entangled],
];

/** What is asked at the cursor and beside it, in a long session, against one plain evaluation by the CEL package. */
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

/** The cursor goes on call by call, in the late half of the session. */
async function cursorLine(session: SessionOutline, kind: string, typed: Typed, plain: number): Promise<Line> {
  const rule = typed(1);
  const taken = await times(asked, (step) => explain(session, rule, lateCall(session.turns, step)));
  const late = quantile(taken, 0.95);
  return {
    what: `why at the cursor, ${kind}, ${session.turns} turns, p95 of ${asked}, against one plain evaluation (${ms(plain)})`,
    measured: `${ms(late)}, ${ratio(late / plain)}`,
    budget: '≤ 16 ms',
    kept: late <= 16,
  };
}

/** Each time another rule, at the same turn: nothing is known of its elements. */
async function keyLine(session: SessionOutline, kind: string, typed: Typed, plain: number): Promise<Line> {
  const taken = await times(asked, (key) => explain(session, typed(100 + key), lateCall(session.turns, asked - 1)));
  const late = quantile(taken, 0.95);
  return {
    what: `why after a keystroke, ${kind}, p95 of ${asked}, against the same`,
    measured: `${ms(late)}, ${ratio(late / plain)}`,
    budget: '≤ 16 ms',
    kept: late <= 16,
  };
}

const lateCall = (turns: number, step: number) =>
  Math.floor((turns * (asked + step)) / (2 * asked * turnsPerRound)) * turnsPerRound + 2;

async function explain({ ref }: SessionOutline, rule: Rule, turn: number): Promise<void> {
  const { parts } = must(await engine.explain({ session: ref, rule, turn, decisions }, unhurried));
  if (parts.length === 0) throw new Error(`${rule.expression} was not judged at turn ${turn}`);
}

/** What would turn it, the nearest misses, the clauses' counts and the curve: how long, and how long at a stretch. */
async function aroundLine(session: SessionOutline, kind: string, typed: Typed): Promise<Line> {
  // What reads the turn makes each sweep quadratic: then a shorter session has to do.
  const short = typed === entangled ? await openSession(chatLog(session.turns / 20)) : session;
  // Once unheeded: their code is loaded when it is first asked for.
  await askAround(short, typed(3), new Held());
  const held = new Held();
  const took = await askAround(short, typed(2), held);
  if (short !== session) await closeSession(short);
  const [flips = 0, misses = 0, coverage = 0, scrub = 0] = took;
  const late = held.quantile(0.95);
  return {
    what: `longest hold (p95 of ${held.slices}) of flips ${ms(flips)}, misses ${ms(misses)}, coverage ${ms(coverage)}, curve ${ms(scrub)}: ${kind}, ${short.turns} turns`,
    measured: ms(late),
    budget: '≤ 16 ms',
    kept: late <= 16,
  };
}

/** In milliseconds each: flips, misses, coverage, curve. */
async function askAround({ ref, turns }: SessionOutline, rule: Rule, held: Held): Promise<readonly number[]> {
  const input = { session: ref, rule, decisions };
  const turn = lateCall(turns, asked - 1);
  const questions: readonly ((pace: Pace) => Promise<unknown>)[] = [
    (pace) => engine.flips({ ...input, turn }, pace),
    (pace) => engine.misses(input, pace),
    (pace) => engine.coverage({ ...input, policy: null }, pace),
    (pace) => engine.scrub({ ...input, offset: null }, pace),
  ];
  return times(questions.length, (at) => held.over(async (pace) => questions[at]?.(pace)));
}
