import { err, ok, type Result } from '../../base/result.ts';
import type { Pace } from '../../base/pace.ts';
import type { Decisions } from '../model/decisions.ts';
import type { Problem } from '../model/problem.ts';
import type { SystemId } from '../model/session.ts';
import type { VerdictCounts } from '../model/verdict.ts';
import { openEntry, openText, type OpenSession } from '../open-text.ts';
import { decisionsOf } from '../rules/decisions.ts';
import { sweep } from '../rules/sweep.ts';
import { verdictAt } from '../rules/verdict-at.ts';
import type { System } from '../systems/system.ts';
import type { Policy } from './policy.ts';
import type { PolicyTest } from './policy-test.ts';
import { type Replay, replay } from './replay.ts';
import { ruleOf } from './rule-of.ts';

/** How a policy comes out on one session, rule by rule and as a whole. */
export interface SessionCheck {
  readonly rules: readonly { readonly id: string; readonly counts: VerdictCounts; readonly problem: Problem | null }[];
  readonly replay: Replay;
}

export async function checkSession(
  session: OpenSession,
  policy: Policy,
  pace: Pace,
  decisions: Decisions = decisionsOf(session),
): Promise<SessionCheck> {
  const rules = [];
  for (const rule of policy.rules) {
    if (rule.kind === 'invoke') continue;
    const judged = ruleOf(policy, rule, session.history.functions);
    const { counts, problem } = await sweep(session, judged, decisions, pace);
    rules.push({ id: rule.id, counts, problem });
  }
  return { rules, replay: (await replay(session, policy, decisions, pace)).replay };
}

export interface TestResult {
  readonly test: PolicyTest;
  readonly passed: boolean;
  /** How it came out; null where it could not be run. */
  readonly got: string | null;
  /** Why it could not be run, or what went wrong on the way. */
  readonly message: string | null;
}

/** `named` finds a session by title or file name; `systemOf` gives the code of the system that a session names. */
export async function runTest(
  policy: Policy,
  test: PolicyTest,
  named: (name: string) => OpenSession | undefined,
  systemOf: (id: SystemId) => System,
  pace: Pace,
): Promise<TestResult> {
  const session = await testedSession(test, named, systemOf);
  if (!session.ok) return { test, passed: false, got: null, message: session.problem.message };
  if (session.value.history.turns[test.turn] === undefined) {
    const count = session.value.history.turns.length;
    return { test, passed: false, got: null, message: `There is no turn ${test.turn}: the session has ${count}.` };
  }
  const { got, message } = await outcomeOf(policy, test, session.value, pace);
  return { test, passed: got === test.expect, got, message };
}

async function outcomeOf(policy: Policy, { rule: id, turn }: PolicyTest, session: OpenSession, pace: Pace) {
  const decisions = decisionsOf(session);
  const rule = policy.rules.find((one) => one.id === id);
  if (rule !== undefined) {
    const { verdict, message } = verdictAt(session, ruleOf(policy, rule, session.history.functions), turn, decisions);
    return { got: verdict, message };
  }
  const { outcome, error } = (await replay(session, policy, decisions, pace, turn + 1)).turnAt(turn);
  return { got: outcome, message: error };
}

/** The session of a test, in which `now` at the turn is what the test says. */
export async function testedSession(
  test: PolicyTest,
  named: (name: string) => OpenSession | undefined,
  systemOf: (id: SystemId) => System,
): Promise<Result<OpenSession, Problem>> {
  const session = await sessionOf(test, named, systemOf);
  return session.ok && test.now !== null ? ok(withNow(session.value, test.turn, test.now)) : session;
}

async function sessionOf(
  { session }: PolicyTest,
  named: (name: string) => OpenSession | undefined,
  systemOf: (id: SystemId) => System,
): Promise<Result<OpenSession, Problem>> {
  if ('name' in session) {
    const found = named(session.name);
    return found === undefined ? err(noSession(session.name)) : ok(found);
  }
  const text = await openText(session.text);
  return text.ok ? openEntry(text.value, 0, systemOf) : text;
}

const noSession = (name: string): Problem => ({
  code: 'policy/no-session',
  message: `There is no session “${name.slice(0, 80)}” among those given; name its file or its title.`,
});

/** The session in which `now` at a turn is a given time. */
function withNow(session: OpenSession, turn: number, now: string): OpenSession {
  const { history, system, session: recorded, sources, document, lines, importer, notes } = session;
  const turns = history.turns.map((each) => (each.index === turn ? { ...each, at: now } : each));
  return { session: recorded, system, sources, document, lines, importer, notes, history: { ...history, turns } };
}
