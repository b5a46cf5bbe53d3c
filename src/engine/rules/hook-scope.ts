import { environmentOf } from '../environments/registry.ts';
import type { HookScope } from '../environments/environment.ts';
import type { Decisions } from '../model/decisions.ts';
import type { Growth } from '../model/growth.ts';
import type { Turn } from '../model/history.ts';
import { hooks, type HookId } from '../model/hooks.ts';
import type { OpenSession } from '../opening/open-session.ts';
import type { Rule } from './rule.ts';
import type { Path } from '../model/path.ts';

/** The variables that a rule sees at a hook; `moveTo` chooses the turn. */
export const scopeAt = (session: OpenSession, hook: HookId, decisions: Decisions): HookScope =>
  environmentOf(hook).scope(session, hook, decisions);

/** In a session that was run under manifests, each task has its own; a policy belongs to the first task. */
export const isOfAnotherAgent = ({ session, history }: OpenSession, { node }: Turn): boolean =>
  'manifest' in session.header && node !== history.nodes[0]?.id;

/** True if a rule would run at a turn. */
export function isEligible(session: OpenSession, rule: Rule, turn: Turn): boolean {
  if (!hooks[rule.hook].eligible(turn)) return false;
  if (rule.ofPolicy === true && isOfAnotherAgent(session, turn)) return false;
  const { match, functions = match === null ? null : [match] } = rule;
  if (functions === null || turn.kind !== 'capability') return true;
  const invocation = turn.invocation === undefined ? undefined : session.history.invocations[turn.invocation];
  return invocation !== undefined && functions.includes(invocation.function);
}

/** `c.cap.refund` is `context.capabilities.refund`: the state has one name for each place. */
export function unaliased([root, second, ...rest]: Path, hook: HookId): Path {
  const { aliases } = hooks[hook];
  const name = typeof root === 'string' && Object.hasOwn(aliases, root) ? aliases[root] : undefined;
  const steps = second === undefined ? [] : [root === 'c' && second === 'cap' ? 'capabilities' : second, ...rest];
  return [name ?? root ?? '', ...steps];
}

/**
 * The turns at which a rule would run, ascending. Cached: every keystroke needs them, and they do not depend on the
 * expression.
 */
export function eligibleTurns(session: OpenSession, rule: Rule): Int32Array {
  const { growth } = session.history;
  const known = kept.get(growth) ?? new Map<string, Eligible>();
  kept.set(growth, known);
  const key = JSON.stringify([rule.hook, rule.match, rule.functions ?? null, rule.ofPolicy ?? false]);
  const eligible = known.get(key) ?? { turns: new Int32Array(64), count: 0, upTo: 0, changes: 0 };
  known.set(key, eligible);
  extend(eligible, session, rule);
  return eligible.turns.subarray(0, eligible.count);
}

interface Eligible {
  /** Longer than needed. */
  turns: Int32Array;
  count: number;
  /** Number of turns that were examined. */
  upTo: number;
  /** The changes of the history that they know. */
  changes: number;
}

const kept = new WeakMap<Growth, Map<string, Eligible>>();

function extend(eligible: Eligible, session: OpenSession, rule: Rule): void {
  const { turns, growth } = session.history;
  eligible.upTo = Math.max(0, Math.min(eligible.upTo, growth.since(eligible.changes), turns.length));
  eligible.changes = growth.count;
  while (eligible.count > 0 && (eligible.turns[eligible.count - 1] ?? 0) >= eligible.upTo) eligible.count -= 1;
  if (turns.length > eligible.turns.length) {
    const longer = new Int32Array(2 * turns.length);
    longer.set(eligible.turns.subarray(0, eligible.count));
    eligible.turns = longer;
  }
  for (; eligible.upTo < turns.length; eligible.upTo++) {
    const turn = turns[eligible.upTo];
    if (turn !== undefined && isEligible(session, rule, turn)) eligible.turns[eligible.count++] = turn.index;
  }
}
