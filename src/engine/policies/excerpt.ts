import { err, ok, type Result } from '../../base/result.ts';
import { paced, type Pace } from '../../base/pace.ts';
import { literal } from '../cel/index.ts';
import type { Decisions } from '../model/decisions.ts';
import type { TurnIndex } from '../model/history.ts';
import type { Problem } from '../model/problem.ts';
import { writeSessionFile } from '../model/session-file.ts';
import type { Session } from '../model/session.ts';
import type { VerdictKind } from '../model/verdict.ts';
import type { OpenSession } from '../open-text.ts';
import { CelError } from '../cel/index.ts';
import type { Rule } from '../rules/rule.ts';
import { verdictAt } from '../rules/verdict-at.ts';

/** A session just long enough for a rule to come out at its last turn as it did. */
export interface Excerpt {
  /** As a session file. */
  readonly text: string;
  readonly turn: TurnIndex;
  readonly verdict: VerdictKind;
  /** What `now` was, so that it can be pinned; null where the recording does not say. */
  readonly now: string | null;
}

/** Each try opens a session anew; beyond so many what is left is short enough. */
const mostTries = 400;

/**
 * Cuts a session down by leaving out ever smaller runs of events, as long as the rule comes out alike with the same
 * value (delta debugging, Zeller and Hildebrandt 2002). The turn's own event stays.
 */
export async function excerptOf(
  open: OpenSession,
  rule: Rule,
  turn: TurnIndex,
  decisions: Decisions,
  pace: Pace,
): Promise<Result<Excerpt, Problem>> {
  const at = open.history.turns[turn];
  if (at === undefined) return err(noTurn(turn));
  const wanted = told(open, rule, turn, decisions);
  const own = open.session.events[at.event];
  let kept = open.session.events.slice(0, at.event);
  const session = (events: readonly unknown[]): Session => ({ ...open.session, events: [...events, own], notes: [] });
  const isAlike = (events: readonly unknown[]): boolean => {
    const cut = reopened(open, session(events));
    return cut !== null && told(cut, rule, cut.history.turns.length - 1, decisions) === wanted;
  };

  let size = Math.ceil(kept.length / 2);
  let from = 0;
  await paced(mostTries, pace, () => {
    if (size < 1 || kept.length === 0) return;
    if (from >= kept.length) {
      // A run of one event that could not go is tried no more.
      size = size === 1 ? 0 : Math.ceil(size / 2);
      from = 0;
      return;
    }
    const without = [...kept.slice(0, from), ...kept.slice(from + size)];
    if (isAlike(without)) kept = without;
    else from += size;
  });
  const cut = reopened(open, session(kept)) ?? open;
  const last = cut === open ? turn : cut.history.turns.length - 1;
  return ok({
    text: writeSessionFile(cut === open ? open.session : session(kept)),
    turn: last,
    verdict: verdictAt(cut, rule, last, decisions).verdict,
    now: cut.history.turns[last]?.at ?? null,
  });
}

/** For the policy as a whole, any part of the session may matter: all of it up to the turn. */
export function wholeSessionOf(
  { session, history }: OpenSession,
  turn: TurnIndex,
): Result<Omit<Excerpt, 'verdict'>, Problem> {
  const at = history.turns[turn];
  if (at === undefined) return err(noTurn(turn));
  const events = session.events.slice(0, at.event + 1);
  return ok({ text: writeSessionFile({ ...session, events, notes: [] }), turn, now: at.at ?? null });
}

const noTurn = (turn: TurnIndex): Problem => ({
  code: 'policy/no-turn',
  message: `There is no turn ${turn} in this session to make a test of.`,
});

/** Verdict and value in words, to compare. */
function told(open: OpenSession, rule: Rule, turn: TurnIndex, decisions: Decisions): string {
  const { verdict, outcome, message } = verdictAt(open, rule, turn, decisions);
  return JSON.stringify([verdict, message, outcome === null || outcome instanceof CelError ? null : literal(outcome)]);
}

/** Null where the system refuses what is left, or where the last event is no turn any more. */
function reopened(open: OpenSession, session: Session): OpenSession | null {
  const checked = open.system.check(session);
  if (!checked.ok) return null;
  const history = open.system.history(checked.value);
  if (history.turns.at(-1)?.event !== session.events.length - 1) return null;
  const { system, sources, document, lines, importer } = open;
  return { session: checked.value, system, history, sources, document, lines, importer, notes: [] };
}
