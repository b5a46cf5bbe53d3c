import type { OpenSession } from '../opening/open-session.ts';
import { isEligible } from './hook-scope.ts';
import type { Rule } from './rule.ts';

/**
 * The turns at which a rule would run, ascending. Cached: every keystroke needs them, and they do not depend on the
 * expression.
 */
export function eligibleTurns(session: OpenSession, rule: Rule): Int32Array {
  const known = kept.get(session) ?? new Map<string, Int32Array>();
  kept.set(session, known);
  const key = JSON.stringify([rule.hook, rule.match, rule.functions ?? null, rule.ofPolicy ?? false]);
  const turns = known.get(key) ?? chosenTurns(session, rule);
  known.set(key, turns);
  return turns;
}

const kept = new WeakMap<OpenSession, Map<string, Int32Array>>();

function chosenTurns(session: OpenSession, rule: Rule): Int32Array {
  const { turns } = session.history;
  const chosen = new Int32Array(turns.length);
  let count = 0;
  for (const turn of turns) if (isEligible(session, rule, turn)) chosen[count++] = turn.index;
  return chosen.slice(0, count);
}
