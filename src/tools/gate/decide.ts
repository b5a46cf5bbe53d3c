import type { HookId } from '../../engine/model/hooks.ts';
import { toJson } from '../../engine/model/json.ts';
import type { Policy } from '../../engine/policies/policy.ts';
import type { ReplayedStep, ReplayedTurn } from '../../engine/policies/replayed-turn.ts';
import type { Hook } from './agents/hook-agent.ts';
import { fallBack, type Decision, type Fallback } from './decision.ts';

/** A decision, and the ids of the rules that led to it. */
export interface Decided {
  readonly decision: Decision;
  readonly rules: readonly string[];
}

/** What the outcome of the pending turn under the policy means for the agent. */
export function decide(hook: Hook, policy: Policy, replayed: ReplayedTurn, onUnknown: Fallback): Decided {
  const steps = stepsOf(hook, policy, replayed);
  const { outcome } = replayed;
  if (outcome === 'block' || outcome === 'lock') {
    const rules = steps.filter((step) => step.outcome === 'failed').map(({ id }) => id);
    const reason = `${stoppedThis[hook.pending.at]}: ${replayed.error ?? 'the policy does not allow it'}`;
    return { decision: { kind: 'deny', reason, ...(outcome === 'lock' && { locks: true }) }, rules };
  }
  // The rules of another host come to one decision, whatever some of them say alone.
  if (policy.form !== 'manifest' && outcome !== 'unknown') return { decision: { kind: 'pass' }, rules: [] };
  const asked = steps.filter(({ message, asks }) => asks === true || message?.includes('review()') === true);
  if (asked.length > 0) {
    const rules = asked.map(({ id }) => id);
    return {
      decision: { kind: 'ask', reason: `Contextscope: the policy wants a person to decide (${rules.join(', ')}).` },
      rules,
    };
  }
  const open = steps.filter((step) => step.outcome === 'unknown' || step.invoked?.isRecorded === false);
  const [first] = open;
  if (first !== undefined) {
    const why = first.message ?? `it invokes ${first.invoked?.name}, which the gate cannot do`;
    return {
      decision: fallBack(onUnknown, `Contextscope cannot tell whether ${first.id} allows this: ${why}.`),
      rules: open.map(({ id }) => id),
    };
  }
  const change = hook.pending.at === 'before-call' ? replayed.changes.find(({ part }) => part === 'input') : undefined;
  if (change === undefined) return { decision: { kind: 'pass' }, rules: [] };
  const changed = toJson(change.changed);
  if (changed === toJson(change.recorded)) return { decision: { kind: 'pass' }, rules: [] };
  const reason = `Contextscope: the policy changes the arguments of this call to ${excerpt(changed)}`;
  return { decision: { kind: 'ask', reason, changed }, rules: steps.map(({ id }) => id) };
}

/** The steps that run at this hook: after a call, those before it were judged before it. */
function stepsOf({ pending }: Hook, policy: Policy, { steps, outcome }: ReplayedTurn): readonly ReplayedStep[] {
  if (pending.at !== 'after-call' || outcome === 'block' || outcome === 'lock') return steps;
  const hooks = new Map(policy.rules.map(({ id, hook }) => [id, hook]));
  return steps.filter(({ id }) => afterCalls.has(hooks.get(id)));
}

const afterCalls: ReadonlySet<HookId | undefined> = new Set<HookId>(['middleware.after', 'cel-ai.tool-call.after']);

/** The importers of transcripts know a stopped call by the first of these. */
const stoppedThis = {
  prompt: 'Contextscope stopped this message',
  'before-call': 'Contextscope stopped this call',
  'after-call': 'Contextscope does not accept this result',
  answer: 'Contextscope does not accept this answer',
};

const excerpt = (text: string): string => (text.length > 500 ? `${text.slice(0, 500)}…` : text);
