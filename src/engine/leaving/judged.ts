import { unhurried, type Pace } from '../../base/pace.ts';
import { CelError, literal } from '../cel/index.ts';
import type { Decisions } from '../model/decisions.ts';
import type { TurnIndex } from '../model/history.ts';
import { policyOutcomes, verdictKinds } from '../model/verdict.ts';
import type { OpenSession } from '../opening/open-session.ts';
import type { Policy } from '../policies/policy.ts';
import { replay } from '../policies/replay.ts';
import type { Rule } from '../rules/rule.ts';
import { sweep } from '../rules/sweep.ts';
import { verdictAt } from '../rules/verdict-at.ts';

/** What judges the session here, and must judge the one that leaves in the same way. */
export interface Judged {
  readonly rules: readonly Rule[];
  readonly policy: Policy | null;
  readonly decisions: Decisions;
}

/** The outcome at a turn as text, to compare: verdicts with values and messages, and the steps of the policy. */
export async function outcomeAt(
  open: OpenSession,
  turn: TurnIndex,
  { rules, policy, decisions }: Judged,
): Promise<string> {
  const ofRules = rules.map((rule) => {
    const { verdict, result, message } = verdictAt(open, rule, turn, decisions);
    return [verdict, message, result === null || result instanceof CelError ? null : literal(result)];
  });
  if (policy === null) return JSON.stringify(ofRules);
  const { turnAt } = await replay(open, policy, decisions, unhurried, turn + 1);
  const { outcome, steps, error } = turnAt(turn);
  return JSON.stringify([...ofRules, outcome, error, steps.map((step) => [step.id, step.outcome])]);
}

/** The verdicts at all turns: for each rule and for the policy, one word per turn. */
export async function verdictsOf(
  open: OpenSession,
  { rules, policy, decisions }: Judged,
  pace: Pace,
): Promise<readonly (readonly string[])[]> {
  const all: (readonly string[])[] = [];
  for (const rule of rules) {
    const { codes } = await sweep(open, rule, decisions, pace);
    all.push(Array.from(codes, (code) => verdictKinds[code] ?? ''));
  }
  if (policy !== null) {
    const { replay: replayed } = await replay(open, policy, decisions, pace);
    all.push(Array.from(replayed.codes, (code) => policyOutcomes[code] ?? ''));
  }
  return all;
}

/** The first turn where a rule fires or the policy blocks; null if there is none. */
export async function firstHit(open: OpenSession, judged: Judged, pace: Pace): Promise<TurnIndex | null> {
  const hits = (await verdictsOf(open, judged, pace)).map((words) =>
    words.findIndex((word) => word === 'fire' || word === 'block' || word === 'lock'),
  );
  const found = hits.filter((turn) => turn >= 0);
  return found.length === 0 ? null : Math.min(...found);
}
