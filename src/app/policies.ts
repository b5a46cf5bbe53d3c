import { readPolicyQuery } from '../services/engine/queries.ts';
import { counted } from '../ui/format.ts';
import { ProblemError } from '../worker/connect.ts';
import type { PolicyOutline, PolicyRuleOutline } from '../worker/policy-protocol.ts';
import type { OpeningDeps } from './openingDeps.ts';

/** Takes in a manifest as the policy. Its first assertion goes onto the bench, unless the user's own stands there. */
export async function openPolicy(bench: OpeningDeps, text: string, name: string): Promise<void> {
  const { view, notices, session } = bench;
  const { tell, refuse } = notices.getState().actions;
  const before = view.getState();
  const replaced = before.policy === null ? '' : ` It takes the place of ${before.policy.name}.`;
  if (session === null) {
    before.actions.openPolicy({ name, text });
    return tell(`${name} is the policy now; its rules are listed once a session is open.${replaced}`);
  }
  try {
    const outline = await outlineOf(bench, text);
    const isOwn = before.rule !== null && before.policyRule === null;
    before.actions.openPolicy({ name, text });
    const first =
      outline?.rules.find(({ kind }) => kind === 'assert') ?? outline?.rules.find(({ rule }) => rule !== null);
    if (!isOwn && first !== undefined) choose(bench, first);
    tell(`${recognised(outline)}${replaced}`, { fades: outline?.problems.length === 0 });
  } catch (cause) {
    if (!(cause instanceof ProblemError)) throw cause;
    refuse({ name, text, problem: cause.problem });
  }
}

/** One sentence: whose policy, how many rules, how much is wrong. */
function recognised(outline: PolicyOutline | null): string {
  if (outline === null) return '';
  const { agent, rules, problems, tests } = outline;
  const whose = agent.name === null ? 'Policy' : `Policy of ${agent.name}`;
  const kept = tests.length === 0 ? '' : `, ${counted(tests.length, 'test')}`;
  const wrong = problems.length === 0 ? 'nothing wrong in it' : counted(problems.length, 'problem');
  return `${whose}: ${counted(rules.length, 'rule')}${kept}, ${wrong}.`;
}

/** Null while no session is open. */
async function outlineOf({ engine, queries, session }: OpeningDeps, text: string) {
  return session === null ? null : queries.ensureQueryData(readPolicyQuery(engine, session.outline.ref, text));
}

function choose({ view }: Pick<OpeningDeps, 'view'>, { id, rule }: PolicyRuleOutline): void {
  if (rule !== null) view.getState().actions.choosePolicyRule(id, rule);
}

/** Puts the policy's next rule on the bench, or the one before; from the user's own rule, the first or the last. */
export async function nextRule(bench: OpeningDeps, direction: 1 | -1): Promise<void> {
  const { policy, policyRule } = bench.view.getState();
  if (policy === null) return bench.notices.getState().actions.tell(noPolicy);
  const outline = await outlineOf(bench, policy.text);
  const rules = (outline?.rules ?? []).filter(({ rule }) => rule !== null);
  const at = rules.findIndex(({ id }) => id === policyRule);
  const next = at < 0 ? (direction === 1 ? 0 : rules.length - 1) : (at + direction + rules.length) % rules.length;
  const found = rules[next];
  if (found !== undefined) choose(bench, found);
}

/** Asks what the rule on the bench should come to at the cursor, to keep that as a test. */
export function askForTest({ view, notices }: OpeningDeps): void {
  const { policy, policyRule } = view.getState();
  const { tell, showDialog } = notices.getState().actions;
  if (policy === null) tell(noPolicy);
  else if (policyRule === null) tell('Choose a rule of the policy first: a test says how it comes out at this turn.');
  else showDialog('new-test');
}

const noPolicy = 'No policy is open. Paste an agent’s manifest (YAML) anywhere on the page, or open its file.';
