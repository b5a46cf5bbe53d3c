import type { SessionRef } from '../engine/model/session.ts';
import { answerTo } from '../services/answerTo.ts';
import { readPolicyQuery } from '../services/engine/queries.ts';
import { ProblemError } from '../worker/connect.ts';
import type { Rule } from '../worker/protocol.ts';
import type { AttachDeps } from './attachLive.ts';

/**
 * Adds a rule to the open policy, or to a new one without an open policy, and puts it in the editor as the policy's. A message
 * says which further tools it then covers. False where the rule cannot be a step, such as an exploring rule: a message then
 * says what to change.
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
    const others = judged?.functions?.filter((name) => name !== rule.match) ?? [];
    if (others.length > 0)
      notify(`In a policy, a step of ${rule.match} covers all tools whose names begin so: also ${others.join(', ')}.`);
    return true;
  } catch (cause) {
    if (!(cause instanceof ProblemError)) throw cause;
    const { code, message } = cause.problem;
    const picker = pickers[code];
    const offer = picker === undefined ? null : { title: picker.title, run: () => focusPicker(picker.label) };
    notify(message, { tone: 'failure', offer });
    return false;
  }
}

/** What the user has to choose first, by the code of the problem. */
const pickers: { readonly [code: string]: { readonly title: string; readonly label: string } } = {
  'policy/every-tool': { title: 'Choose the tool', label: 'Tool' },
  'policy/other-hook': { title: 'Choose when', label: 'Hook' },
};

const focusPicker = (label: string): void =>
  document.querySelector<HTMLElement>(`[data-region="Rule"] [aria-label="${label}"]`)?.focus();

/** The shortest manifest with a place for the rule. */
const emptyPolicy = ({ hook }: Pick<Rule, 'hook'>): string =>
  hook.startsWith('guardrail') ? 'guardrails:\n' : 'capabilities:\n';
