import type { SessionRef } from '../engine/model/session.ts';
import { answerTo } from '../services/answerTo.ts';
import { readPolicyQuery, sessionQuery } from '../services/engine/queries.ts';
import { counted } from '../ui/format.ts';
import { ProblemError } from '../worker/connect.ts';
import type { PolicyOutline, PolicyRuleOutline } from '../worker/policy-protocol.ts';
import { addToPolicy } from '../panels/addToPolicy.ts';
import { emptyRule } from '../state/useSession.ts';
import { ruleInEditor } from '../state/view/rule.ts';
import { chosenSession } from '../state/view/sessions.ts';
import type { OpeningDeps } from './commandContext.ts';

/**
 * Opens a manifest as the policy. It is judged as soon as a session is open. Its first assertion is put into the
 * editor, unless the user's own rule is there.
 */
export async function openPolicy(context: OpeningDeps, text: string, name: string): Promise<void> {
  const { view, notices } = context;
  const { notify, refuse } = notices.getState().actions;
  const before = view.getState();
  try {
    const session = await chosenRef(context);
    const outline = await outlineOf(context, session, text);
    const isOwn = before.ownRule !== null && before.policyRule === null;
    before.actions.does(`open ${name}`, () => before.actions.openPolicy({ name, text }));
    const first =
      outline.rules.find(({ kind }) => kind === 'assert') ?? outline.rules.find(({ rule }) => rule !== null);
    if (!isOwn && first !== undefined) choose(context, first);
    const waits = session === null ? ' Its rules are judged once a session is open.' : '';
    const reopen = before.policy !== null;
    const replaced = before.policy === null ? '' : ` It replaces ${before.policy.name}.`;
    const fades = outline.problems.length === 0 && !reopen;
    notify(`${recognised(outline)}${waits}${replaced}`, { fades, reopen });
  } catch (cause) {
    if (!(cause instanceof ProblemError)) throw cause;
    refuse({ name, text, problem: cause.problem });
  }
}

/** One sentence: the agent, the number of rules and tests, and the number of problems. */
function recognised(outline: PolicyOutline): string {
  const { agent, rules, problems, tests } = outline;
  const whose = agent.name === null ? 'Policy' : `Policy of ${agent.name}`;
  const kept = tests.length === 0 ? '' : `, ${counted(tests.length, 'test')}`;
  const wrong = problems.length === 0 ? 'no problems' : counted(problems.length, 'problem');
  return `${whose}: ${counted(rules.length, 'rule')}${kept}, ${wrong}.`;
}

const outlineOf = (
  { engine, queries }: OpeningDeps,
  session: SessionRef | null,
  text: string,
): Promise<PolicyOutline> => answerTo(queries, readPolicyQuery(engine, session, text));

/** The chosen session, which may not be on the screen yet. */
async function chosenRef({ engine, queries, view, session }: OpeningDeps): Promise<SessionRef | null> {
  const choice = chosenSession(view.getState());
  if (choice?.kind !== 'source') return session?.outline.ref ?? null;
  try {
    return (await answerTo(queries, sessionQuery(engine, choice.source, choice.entry))).ref;
  } catch (cause) {
    // The page reports in the session's place why it cannot be opened.
    if (cause instanceof ProblemError) return null;
    throw cause;
  }
}

function choose({ view }: Pick<OpeningDeps, 'view'>, { id, rule }: PolicyRuleOutline): void {
  if (rule !== null) view.getState().actions.choosePolicyRule(id, rule);
}

/** Puts the policy's next rule in the editor, or the one before; from the user's own rule, the first or the last. */
export async function nextRule(context: OpeningDeps, direction: 1 | -1): Promise<void> {
  const { policy, policyRule } = context.view.getState();
  if (policy === null) return notifyNoPolicy(context);
  const outline = await outlineOf(context, await chosenRef(context), policy.text);
  const rules = outline.rules.filter(({ rule }) => rule !== null);
  const at = rules.findIndex(({ id }) => id === policyRule?.id);
  const next = at < 0 ? (direction === 1 ? 0 : rules.length - 1) : (at + direction + rules.length) % rules.length;
  const found = rules[next];
  if (found !== undefined) choose(context, found);
}

/**
 * Opens the dialog for a test: the expected result of the policy, or of its rule in the editor, at the cursor. Without a
 * policy, it makes one from the rule in the editor first.
 */
export async function askForTest(context: OpeningDeps): Promise<void> {
  const { view, notices, session } = context;
  const { notify, showDialog } = notices.getState().actions;
  if (session === null) return notify('No session is open. A test needs a turn: open a session and choose one.');
  if (view.getState().policy !== null) return showDialog('new-test');
  if (!(await newPolicy(context))) return;
  showDialog('new-test');
  undoUnlessUsed(context);
}

/** A policy that was made for a test goes with the dialog, if no test was added to it. */
function undoUnlessUsed({ view, notices }: OpeningDeps): void {
  const { policy, done } = view.getState();
  const stop = notices.subscribe(({ dialog }) => {
    if (dialog === 'new-test') return;
    stop();
    const now = view.getState();
    if (now.policy === policy && now.done.at(-1) === done.at(-1)) now.actions.undo();
  });
}

/** Makes a policy from the rule in the editor. False where the rule cannot be a step of one; a message then says why. */
export async function newPolicy({ notices, session, ...deps }: OpeningDeps): Promise<boolean> {
  const { notify } = notices.getState().actions;
  const rule = ruleInEditor(deps.view.getState()) ?? session?.starter ?? emptyRule;
  return addToPolicy({ ...deps, notify }, session?.outline.ref ?? null, rule);
}

export function notifyNoPolicy({ notices }: Pick<OpeningDeps, 'notices'>): void {
  const { notify } = notices.getState().actions;
  notify(
    'No policy is open. Press `y` to make one from the rule, paste an agent’s manifest (YAML) anywhere on the page, or open its file.',
  );
}
