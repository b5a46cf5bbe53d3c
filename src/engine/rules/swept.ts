import { type Pace, Stopped } from '../../base/pace.ts';
import { countLeading } from '../../base/scan.ts';
import type { Decisions } from '../model/decisions.ts';
import type { Growth } from '../model/growth.ts';
import { addToTally, countsOf, countVerdicts, verdictCodes, withRoom } from '../model/verdict.ts';
import type { OpenSession } from '../opening/open-session.ts';
import { eligibleTurns, scopeAt } from './hook-scope.ts';
import { judge } from './judge.ts';
import { planRule, type PlannedRule } from './plan-rule.ts';
import type { Rule } from './rule.ts';
import { budgetPerTurn, type SweepResult, walkTurns } from './sweep.ts';
import { nextMark, TurnMarks } from './turn-marks.ts';

/**
 * A rule's verdicts, kept with the session: everything that is computed about a rule beside its ribbon begins with them.
 * When the session has grown, only its new and changed turns are judged.
 */
export const swept = (session: OpenSession, rule: Rule, decisions: Decisions, pace: Pace): Promise<SweepResult> =>
  continued(session, rule, decisions, pace, (state) => state.result(session.history.turns.length));

/** Number of turns in a block. */
export const blockTurns = 64;

/** Verdicts that are read where they are kept: valid until the next `await`. */
export interface KeptVerdicts extends SweepResult {
  /** The worst code in each block of turns, so that a long session can be summed up without reading every code. */
  readonly blocks: Uint8Array;
}

/** Reads the verdicts without copying them. */
export const readSwept = <T>(
  session: OpenSession,
  rule: Rule,
  decisions: Decisions,
  pace: Pace,
  read: (verdicts: KeptVerdicts) => T,
): Promise<T> => continued(session, rule, decisions, pace, (state) => read(state.kept(session.history.turns.length)));

async function continued<T>(
  session: OpenSession,
  rule: Rule,
  decisions: Decisions,
  pace: Pace,
  read: (state: Pick<Continuing, 'result' | 'kept'>) => T,
): Promise<T> {
  const { growth } = session.history;
  const known = kept.get(growth) ?? new Map<string, Continuing>();
  kept.set(growth, known);
  const { expression, hook, match, functions = null, yields = null, condition = null, ofPolicy = false } = rule;
  const key = JSON.stringify([expression, hook, match, functions, yields, condition, ofPolicy, decisions]);
  const before = known.get(key);
  // Another call for the same rule must not continue from here at the same time.
  known.delete(key);
  const planned = planRule(session, rule, decisions);
  if (!planned.ok) {
    const codes = new Uint8Array(session.history.turns.length);
    const none = { codes, blocks: new Uint8Array(), counts: countVerdicts(codes), problem: planned.problem };
    return read({ result: () => none, kept: () => none });
  }
  let state = before ?? new Continuing(planned.value);
  // A late turn may change how rules see the results of earlier turns.
  try {
    do {
      if (growth.since(state.changes) < 0) state = new Continuing(planned.value);
      await state.judgeRest(session, rule, decisions, pace);
    } while (growth.since(state.changes) < 0);
  } finally {
    // Also what was judged until a stop. The most recent entry is last; the oldest is dropped.
    known.set(key, state);
    for (const [oldest] of known) if (known.size > maxKept) known.delete(oldest);
  }
  return read(state);
}

/** The draft, the rule it is compared with, and those of a policy. */
const maxKept = 64;
const kept = new WeakMap<Growth, Map<string, Continuing>>();

/** A sweep that continues where it ended or was stopped, or at a mark before the first turn that has changed since. */
class Continuing {
  /** The changes of the history that the verdicts know. */
  changes = 0;
  readonly #planned: PlannedRule;
  readonly #program: ReturnType<PlannedRule['forSweep']>;
  #codes = new Uint8Array(64);
  readonly #tally = new Uint32Array(8);
  #blocks = new Uint8Array(1);
  #result: SweepResult | null = null;
  /** Number of turns that were judged. */
  #judged = 0;
  readonly #marks = new TurnMarks();

  constructor(planned: PlannedRule) {
    this.#planned = planned;
    this.#program = planned.forSweep();
    this.#marks.add(0, this.#program.mark());
  }

  /** The same object until something has changed. */
  result(turns: number): SweepResult {
    if (this.#result === null) {
      const codes = new Uint8Array(turns);
      codes.set(this.#codes.subarray(0, Math.min(turns, this.#judged)));
      this.#result = { codes, counts: countsOf(this.#tally, turns), problem: null };
    }
    return this.#result;
  }

  kept(turns: number): KeptVerdicts {
    const codes = this.#codes.subarray(0, Math.min(turns, this.#judged));
    const blocks = this.#blocks.subarray(0, Math.ceil(codes.length / blockTurns));
    return { codes, blocks, counts: countsOf(this.#tally, turns), problem: null };
  }

  async judgeRest(session: OpenSession, rule: Rule, decisions: Decisions, pace: Pace): Promise<void> {
    const { growth, turns } = session.history;
    if (growth.since(this.changes) === Infinity && turns.length === this.#judged) return;
    // Between turns, so that no verdict is that of a stopped evaluation.
    if (pace.stopped) throw new Stopped();
    this.#result = null;
    const changed = Math.max(0, growth.since(this.changes));
    const from = changed < this.#judged ? this.#marks.backTo(changed) : this.#judged;
    this.changes = growth.count;
    const end = turns.length;
    this.#codes = withRoom(this.#codes, end);
    addToTally(this.#tally, this.#codes.subarray(from, this.#judged), -1);
    this.#codes.fill(0, from, end);
    this.#judged = from;
    const eligible = eligibleTurns(session, rule);
    const rest = eligible.slice(countLeading(eligible.length, (at) => (eligible[at] ?? 0) < from));
    const scope = scopeAt(session, rule.hook, decisions);
    const options = { budget: budgetPerTurn, stopped: () => pace.stopped };
    let toMark = nextMark(from, end);
    let reached = from;
    const walk = walkTurns(rest, this.#planned, scope, options, pace, (turn, obstacle) => {
      if (turn >= toMark) {
        this.#marks.add(turn, this.#program.mark());
        toMark = nextMark(turn + 1, end);
      }
      const evaluated = obstacle ?? this.#program.run(scope, options);
      this.#codes[turn] = verdictCodes[judge(evaluated, rule, decisions)];
      reached = turn + 1;
    });
    try {
      await walk;
      reached = end;
    } finally {
      addToTally(this.#tally, this.#codes.subarray(from, reached), 1);
      this.#blocks = withRoom(this.#blocks, Math.ceil(reached / blockTurns));
      for (let start = from - (from % blockTurns); start < reached; start += blockTurns)
        this.#blocks[start / blockTurns] = worstIn(this.#codes, start, Math.min(reached, start + blockTurns));
      this.#judged = reached;
      this.#marks.thin(reached);
    }
  }
}

/** The worst of some codes: spreading them into `Math.max` is much slower. */
export function worstIn(codes: Uint8Array, from: number, to: number): number {
  let worst = 0;
  for (let turn = from; turn < to; turn++) worst = Math.max(worst, codes[turn] ?? 0);
  return worst;
}
