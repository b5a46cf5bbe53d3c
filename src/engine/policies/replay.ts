import { paced, type Pace } from '../../base/pace.ts';
import type { Decisions } from '../model/decisions.ts';
import type { Invocation, InvocationOutcome, TurnIndex } from '../model/history.ts';
import { type PolicyOutcome, policyOutcomes } from '../model/verdict.ts';
import type { OpenSession } from '../opening/open-session.ts';
import { declaredBy } from './declared.ts';
import { DraftHistory } from './draft-history.ts';
import { Pipeline } from './pipeline.ts';
import type { Policy } from './policy.ts';
import { quietTurn, type ReplayedTurn } from './replayed-turn.ts';
import { allInvoked } from './step-lists.ts';

/** A recorded session under a policy, as far as the recording decides it. */
export interface Replay {
  /** One index into `policyOutcomes` per turn. */
  readonly codes: Uint8Array;
  readonly counts: { readonly [O in PolicyOutcome]: number };
  /**
   * The first turn with another outcome than recorded. The turns after it are still judged, on the recorded data: a
   * model's other answer is never made up. Null when no turn differs.
   */
  readonly divergesAt: TurnIndex | null;
  /** The first turn at which the task was locked; nothing runs after it. */
  readonly lockedAt: TurnIndex | null;
  /** Per function: outcomes as recorded, and with the policy's blocks. */
  readonly functions: readonly FunctionCounts[];
}

export interface FunctionCounts {
  readonly function: string;
  readonly recorded: OutcomeCounts;
  readonly replayed: OutcomeCounts;
}

export type OutcomeCounts = { readonly [O in InvocationOutcome]: number };

const none: OutcomeCounts = { successful: 0, errored: 0, restricted: 0, pending: 0, 'no-result': 0 };

export interface Replayed {
  readonly replay: Replay;
  /**
   * The result of one turn, step by step: computed on request, because only a few turns of a long session are viewed.
   */
  turnAt(turn: TurnIndex): ReplayedTurn;
}

/** Judges the turns in order, with the counters changed by the policy's own blocks; up to `end`, or all of them. */
export async function replay(
  session: OpenSession,
  policy: Policy,
  chosen: Decisions,
  pace: Pace,
  end = session.history.turns.length,
): Promise<Replayed> {
  const { turns, functions, invocations } = session.history;
  const decisions = { ...chosen, declared: declaredBy(policy) };
  const draft = new DraftHistory(session.history, allInvoked(policy));
  const pipeline = new Pipeline(session, policy, decisions, draft, () => pace.stopped);
  const codes = new Uint8Array(turns.length);
  let divergesAt: TurnIndex | null = null;
  let lockedAt: TurnIndex | null = null;
  await paced(Math.min(end, turns.length), pace, (index) => {
    const turn = turns[index];
    if (turn === undefined) return;
    const { outcome, diverges } = pipeline.turn(turn);
    codes[index] = policyOutcomes.indexOf(outcome);
    if (diverges) divergesAt ??= index;
    if (outcome === 'lock') lockedAt ??= index;
  });
  const recorded = outcomeCounts(invocations);
  const replayed = outcomeCounts(draft.history.invocations);
  return {
    replay: {
      codes,
      counts: countOutcomes(codes),
      divergesAt,
      lockedAt,
      functions: functions.map(({ key }) => ({
        function: key,
        recorded: recorded.get(key) ?? none,
        replayed: replayed.get(key) ?? none,
      })),
    },
    turnAt(index) {
      const turn = turns[index];
      if (turn === undefined || index >= end) return quietTurn;
      const { diverges: _, ...result } = new Pipeline(session, policy, decisions, draft.at(turn)).turn(turn);
      return result;
    },
  };
}

function countOutcomes(codes: Uint8Array): Replay['counts'] {
  const counts = { none: 0, pass: 0, continued: 0, unknown: 0, block: 0, lock: 0 };
  for (const code of codes) counts[policyOutcomes[code] ?? 'none'] += 1;
  return counts;
}

function outcomeCounts(invocations: readonly Invocation[]): ReadonlyMap<string, OutcomeCounts> {
  const all = new Map<string, { -readonly [O in keyof OutcomeCounts]: number }>();
  for (const { function: key, outcome } of invocations) {
    const counts = all.get(key) ?? { ...none };
    counts[outcome] += 1;
    all.set(key, counts);
  }
  return all;
}
