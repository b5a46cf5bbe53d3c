import { err, ok, type Result } from '../../base/result.ts';
import { type Pace, Stopped, unhurried } from '../../base/pace.ts';
import { CelError, literal } from '../cel/index.ts';
import type { Decisions } from '../model/decisions.ts';
import type { Turn, TurnIndex } from '../model/history.ts';
import type { Problem } from '../model/problem.ts';
import { writeSessionFile } from '../model/session-file.ts';
import type { Session } from '../model/session.ts';
import type { OpenSession } from '../opening/open-session.ts';
import type { Rule } from '../rules/rule.ts';
import { verdictAt } from '../rules/verdict-at.ts';
import { isRecord } from '../model/value.ts';
import type { FieldsRead } from './fields-read.ts';
import type { Policy } from './policy.ts';
import { replay } from './replay.ts';

/** The shortest session in which the last turn has the same outcome. */
export interface Excerpt {
  /** As a session file. */
  readonly text: string;
  readonly turn: TurnIndex;
  /** The value of `now`, so that a test can fix it; null when the recording does not hold it. */
  readonly now: string | null;
}

/** The outcome at a turn as text, to compare. */
export type OutcomeAt = (open: OpenSession, turn: TurnIndex) => Promise<string>;

/** Verdict and value. */
export const ruleOutcome =
  (rule: Rule, decisions: Decisions): OutcomeAt =>
  async (open, turn) => {
    const { verdict, result, message } = verdictAt(open, rule, turn, decisions);
    const value = result === null || result instanceof CelError ? null : literal(result);
    return JSON.stringify([verdict, message, value]);
  };

/** The outcome of the policy, and the steps that decided it. */
export const policyOutcome =
  (policy: Policy, decisions: Decisions): OutcomeAt =>
  async (open, turn) => {
    const { turnAt } = await replay(open, policy, decisions, unhurried, turn + 1);
    const { outcome, steps, error } = turnAt(turn);
    return JSON.stringify([outcome, error, steps.map((step) => [step.id, step.outcome])]);
  };

/** Each try opens a session. After this many tries, or events in all tries, the session is short enough. */
const maxTries = 400;
const maxEvents = 1_000_000;

/**
 * Shortens a session by leaving out ever smaller runs of events while the turn keeps its outcome (delta debugging,
 * Zeller and Hildebrandt 2002). The turn's own events stay. Then unread fields are removed while the outcome stays the
 * same.
 */
export async function excerptOf(
  open: OpenSession,
  turn: TurnIndex,
  outcomeAt: OutcomeAt,
  pace: Pace,
  read: FieldsRead = null,
): Promise<Result<Excerpt, Problem>> {
  const at = open.history.turns[turn];
  if (at === undefined) return err(noTurn(turn));
  const expected = await outcomeAt(open, turn);
  const own = eventsOf(open, at);
  const session = (before: readonly unknown[]): Session => ({
    ...open.session,
    events: [...before, ...own],
    notes: [],
  });
  const isSame = async (cut: OpenSession | null): Promise<boolean> =>
    cut !== null && (await outcomeAt(cut, cut.history.turns.length - 1)) === expected;
  const isAlike = (before: readonly unknown[]): Promise<boolean> =>
    isSame(reopened(open, session(before), before.length));

  let kept = open.session.events.slice(0, at.event);
  let size = Math.ceil(kept.length / 2);
  let from = 0;
  let events = 0;
  for (let tried = 0; tried < maxTries && events < maxEvents && size >= 1 && kept.length > 0;) {
    if (from >= kept.length) {
      // A single event that could not be removed is not tried again.
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
  let short = session(kept);
  const tryShorter = async (without: Session): Promise<void> => {
    if (await isSame(reopened(open, without, kept.length))) short = without;
    await pace.breathe();
    if (pace.stopped) throw new Stopped();
  };
  for (const pattern of read === null ? [] : unreadIn([short.header], read, ofHeader)) {
    // Opening the session proves that this is a header.
    await tryShorter({ ...short, header: withoutField(short.header, pattern) as Session['header'] });
  }
  for (const pattern of read === null ? [] : unreadIn(short.events, read, ofEvents)) {
    await tryShorter({ ...short, events: short.events.map((event) => withoutField(event, pattern)) });
  }
  const cut = reopened(open, short, kept.length);
  const last = cut === null ? turn : cut.history.turns.length - 1;
  return ok({
    text: writeSessionFile(cut === null ? open.session : short),
    turn: last,
    now: (cut ?? open).history.turns[last]?.at ?? null,
  });
}

/** The events that make the turn, such as a model call and then its answer. */
function eventsOf({ session, history }: OpenSession, { index, event }: Turn): readonly unknown[] {
  return session.events.slice(event, history.turns[index + 1]?.event ?? session.events.length);
}

/** Fields that are not data: the kind, time and place of an event; the title of a session and its importer. */
const ofEvents = new Set(['type', 'at', 'node', 'function', 'task', 'tool']);
const ofHeader = new Set(['title', 'importer', 'decisions', 'dialect', 'protocol']);

/** Keys from an event down; `*` for an element of a list. */
type Pattern = readonly string[];

/** The fields of these values that nothing reads, outer fields first. */
function unreadIn(
  records: readonly unknown[],
  read: ReadonlySet<string>,
  framing: ReadonlySet<string>,
): readonly Pattern[] {
  const found = new Map<string, Pattern>();
  const open = records.map((value): { readonly value: unknown; readonly at: Pattern } => ({ value, at: [] }));
  for (let next = open.pop(); next !== undefined && found.size < maxTries; next = open.pop()) {
    const { value, at } = next;
    if (Array.isArray(value))
      for (const element of value as readonly unknown[]) open.push({ value: element, at: [...at, '*'] });
    if (!isRecord(value) || at.length > 20) continue;
    for (const [key, inner] of Object.entries(value)) {
      const pattern = [...at, key];
      const isFraming = at.length === 0 && framing.has(key);
      if (!read.has(key) && !isFraming) found.set(JSON.stringify(pattern), pattern);
      open.push({ value: inner, at: pattern });
    }
  }
  return [...found.values()].toSorted((a, b) => a.length - b.length);
}

/** Returns the same object when it has no such field. */
function withoutField(value: unknown, [key, ...rest]: Pattern): unknown {
  if (key === undefined) return value;
  if (Array.isArray(value)) {
    return key === '*' ? value.map((element: unknown) => withoutField(element, rest)) : value;
  }
  if (!isRecord(value) || !Object.hasOwn(value, key)) return value;
  const entries = Object.entries(value);
  if (rest.length === 0) return Object.fromEntries(entries.filter(([name]) => name !== key));
  return Object.fromEntries(entries.map(([name, inner]) => [name, name === key ? withoutField(inner, rest) : inner]));
}

const noTurn = (turn: TurnIndex): Problem => ({
  code: 'policy/no-turn',
  message: `There is no turn ${turn} in this session to make a test of.`,
});

/** Null when the system refuses the shortened session, or when the last turn no longer begins at that event. */
function reopened(open: OpenSession, session: Session, event: number): OpenSession | null {
  const checked = open.system.check(session);
  if (!checked.ok) return null;
  const history = open.system.history(checked.value);
  if (history.turns.at(-1)?.event !== event) return null;
  const { system, sources, document, lines, importer } = open;
  return { session: checked.value, system, history, sources, document, lines, importer, notes: [] };
}
