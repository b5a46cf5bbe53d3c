import { err, ok, type Result } from '../../base/result.ts';
import { type Pace, Stopped, unhurried } from '../../base/pace.ts';
import { CelError, literal } from '../cel/index.ts';
import type { Decisions } from '../model/decisions.ts';
import type { Turn, TurnIndex } from '../model/history.ts';
import type { Problem } from '../model/problem.ts';
import { writeSessionFile } from '../model/session-file.ts';
import type { Session } from '../model/session.ts';
import type { OpenSession } from '../open-text.ts';
import type { Rule } from '../rules/rule.ts';
import { verdictAt } from '../rules/verdict-at.ts';
import type { Policy } from './policy.ts';
import { replay } from './replay.ts';

/** A session just long enough for something to come out at its last turn as it did. */
export interface Excerpt {
  /** As a session file. */
  readonly text: string;
  readonly turn: TurnIndex;
  /** What `now` was, so that it can be pinned; null where the recording does not say. */
  readonly now: string | null;
}

/** How something comes out at a turn, in words, to compare. */
export type ComesTo = (open: OpenSession, turn: TurnIndex) => Promise<string>;

/** Verdict and value. */
export const ruleComesTo =
  (rule: Rule, decisions: Decisions): ComesTo =>
  async (open, turn) => {
    const { verdict, outcome, message } = verdictAt(open, rule, turn, decisions);
    const value = outcome === null || outcome instanceof CelError ? null : literal(outcome);
    return JSON.stringify([verdict, message, value]);
  };

/** What the policy does, and by which steps. */
export const policyComesTo =
  (policy: Policy, decisions: Decisions): ComesTo =>
  async (open, turn) => {
    const { turnAt } = await replay(open, policy, decisions, unhurried, turn + 1);
    const { outcome, steps, error } = turnAt(turn);
    return JSON.stringify([outcome, error, steps.map((step) => [step.id, step.outcome])]);
  };

/** Each try opens a session anew; beyond so many, or so many events in all of them, what is left is short enough. */
const mostTries = 400;
const mostEvents = 1_000_000;

/**
 * Cuts a session down by leaving out ever smaller runs of events, as long as the turn comes out alike (delta debugging,
 * Zeller and Hildebrandt 2002). The turn's own events stay.
 */
export async function excerptOf(
  open: OpenSession,
  turn: TurnIndex,
  comesTo: ComesTo,
  pace: Pace,
): Promise<Result<Excerpt, Problem>> {
  const at = open.history.turns[turn];
  if (at === undefined) return err(noTurn(turn));
  const wanted = await comesTo(open, turn);
  const own = eventsOf(open, at);
  const session = (before: readonly unknown[]): Session => ({
    ...open.session,
    events: [...before, ...own],
    notes: [],
  });
  const isAlike = async (before: readonly unknown[]): Promise<boolean> => {
    const cut = reopened(open, session(before), before.length);
    return cut !== null && (await comesTo(cut, cut.history.turns.length - 1)) === wanted;
  };

  let kept = open.session.events.slice(0, at.event);
  let size = Math.ceil(kept.length / 2);
  let from = 0;
  let events = 0;
  for (let tried = 0; tried < mostTries && events < mostEvents && size >= 1 && kept.length > 0;) {
    if (from >= kept.length) {
      // A run of one event that could not go is tried no more.
      size = size === 1 ? 0 : Math.ceil(size / 2);
      from = 0;
      continue;
    }
    const without = [...kept.slice(0, from), ...kept.slice(from + size)];
    if (await isAlike(without)) kept = without;
    else from += size;
    tried += 1;
    events += without.length;
    await pace.breathe();
    if (pace.stopped) throw new Stopped();
  }
  const cut = reopened(open, session(kept), kept.length);
  const last = cut === null ? turn : cut.history.turns.length - 1;
  return ok({
    text: writeSessionFile(cut === null ? open.session : session(kept)),
    turn: last,
    now: (cut ?? open).history.turns[last]?.at ?? null,
  });
}

/** Those that make the turn, such as a model call and then its answer. */
function eventsOf({ session, history }: OpenSession, { index, event }: Turn): readonly unknown[] {
  return session.events.slice(event, history.turns[index + 1]?.event ?? session.events.length);
}

const noTurn = (turn: TurnIndex): Problem => ({
  code: 'policy/no-turn',
  message: `There is no turn ${turn} in this session to make a test of.`,
});

/** Null where the system refuses what is left, or where the last turn is not the one that begins at an event any more. */
function reopened(open: OpenSession, session: Session, event: number): OpenSession | null {
  const checked = open.system.check(session);
  if (!checked.ok) return null;
  const history = open.system.history(checked.value);
  if (history.turns.at(-1)?.event !== event) return null;
  const { system, sources, document, lines, importer } = open;
  return { session: checked.value, system, history, sources, document, lines, importer, notes: [] };
}
