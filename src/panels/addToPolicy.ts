import type { SessionRef } from '../engine/model/session.ts';
import { answerTo } from '../services/answerTo.ts';
import { readPolicyQuery } from '../services/engine/queries.ts';
import { ProblemError } from '../worker/connect.ts';
import type { Rule } from '../worker/protocol.ts';
import type { AttachDeps } from './attachLive.ts';

/**
 * Adds a rule to the open policy, or to a new one without an open policy, and puts it in the editor as the policy's.
 * False where the rule cannot be a step, such as an exploring rule: a message then says what to change.
 */
export async function addToPolicy(deps: AttachDeps, session: SessionRef | null, rule: Rule): Promise<boolean> {
  const { engine, queries, view, notify } = deps;
  const { policy, actions } = view.getState();
  try {
    const added = await engine.addStep({ text: policy?.text ?? emptyPolicy(rule), rule });
    const { rules } = await answerTo(queries, readPolicyQuery(engine, session, added.text));
    const judged = rules.find(({ id }) => id === added.rule)?.rule ?? null;
    actions.does(policy === null ? 'make a policy from the rule' : 'add the rule to the policy', () => {
      if (policy === null) actions.openPolicy({ name: 'policy.yaml', text: added.text });
      else actions.editPolicy(added.text);
      if (judged !== null) actions.choosePolicyRule(added.rule, judged);
    });
    return true;
  } catch (cause) {
    if (!(cause instanceof ProblemError)) throw cause;
    notify(cause.problem.message, { tone: 'failure' });
    return false;
  }
}

/** The shortest manifest with a place for the rule. */
const emptyPolicy = ({ hook }: Pick<Rule, 'hook'>): string =>
  hook.startsWith('guardrail') ? 'guardrails:\n' : 'capabilities:\n';
