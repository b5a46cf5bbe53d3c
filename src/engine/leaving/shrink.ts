import { giveWay, portion, type Pace } from '../../base/pace.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { TurnIndex } from '../model/history.ts';
import type { Problem } from '../model/problem.ts';
import type { Session } from '../model/session.ts';
import type { OpenSession } from '../opening/open-session.ts';
import { cutTo, eventsOfTurn, reopened, turnsBefore, whole, type Cut } from './cut.ts';
import { fieldsOf, isEmptied, withoutFields, type FieldPath } from './fields.ts';

/** What must stay the same, as a text to compare; of a turn of the session as it is, or of the cut one. */
export type Outcome = (open: OpenSession, turn: TurnIndex) => Promise<string | null>;

/** How much work a search may be. */
interface Effort {
  /** Tries left. Each opens a session. */
  tries: number;
  /** Events left in all tries. */
  events: number;
}

const effortFor = (share: number): Effort => ({ tries: 600 * share, events: 1_500_000 * share });

/**
 * The shortest session with the same outcome at some turns: events are left out while it stays the same. The events of
 * the turns themselves stay.
 */
export async function shrinkTurns(
  open: OpenSession,
  turns: readonly TurnIndex[],
  outcome: Outcome,
  pace: Pace,
): Promise<Result<Cut, Problem>> {
  const missing = turns.find((turn) => open.history.turns[turn] === undefined);
  if (missing !== undefined || turns.length === 0) return err(noTurn(missing ?? 0));
  const expected = await outcomesAt(open, turns, outcome);
  const own = new Set(turns.flatMap((turn) => eventsOfTurn(open, turn)));
  const end = Math.max(...own, -1) + 1;
  const others = Array.from({ length: end }, (_, index) => index).filter((index) => !own.has(index));
  const cut = (kept: readonly number[]): Cut =>
    cutTo(
      open,
      [...kept, ...own].toSorted((a, b) => a - b),
    );
  const effort = effortFor(1);
  const isEnough = async (kept: readonly number[]): Promise<boolean> => {
    const tried = cut(kept);
    effort.events -= tried.origins.length;
    const again = reopened(open, tried.session);
    const at = again === null ? null : turnsAfter(open, again, tried, turns);
    return again !== null && at !== null && (await outcomesAt(again, at, outcome)) === expected;
  };
  const isPossible = await isEnough(others);
  return ok(isPossible ? cut(await smallest(others, isEnough, effort, pace)) : whole(open));
}

/** Where these turns are in the cut session; null when one is missing. */
export function turnsAfter(
  open: OpenSession,
  again: OpenSession,
  cut: Cut,
  turns: readonly TurnIndex[],
): readonly TurnIndex[] | null {
  const before = turnsBefore(open.history, again.history, cut);
  const after = turns.map((turn) => before.indexOf(turn));
  return after.includes(-1) ? null : after;
}

const outcomesAt = async (open: OpenSession, turns: readonly TurnIndex[], outcome: Outcome): Promise<string> => {
  const all: (string | null)[] = [];
  for (const turn of turns) all.push(await outcome(open, turn));
  return JSON.stringify(all);
};

/**
 * The session without the fields that are not needed for something to stay the same. A field that cannot be left out is
 * emptied where nothing needs its value.
 */
export async function shrinkFields(
  open: OpenSession,
  state: (open: OpenSession) => Promise<string | null>,
  pace: Pace,
): Promise<Session> {
  const titled: Session = { ...open.session, header: { ...open.session.header, title: shortTitle } };
  const expected = await state(open);
  const effort = effortFor(2);
  const isSame = async (session: Session): Promise<boolean> => {
    effort.events -= session.events.length;
    const again = reopened(open, session);
    return (
      again !== null && again.history.turns.length === open.history.turns.length && (await state(again)) === expected
    );
  };
  const droppable = (path: FieldPath): boolean => path.at(-1) !== 'title';
  const all = fieldsOf(titled).filter(droppable);
  const leftOut = (kept: readonly FieldPath[]): (readonly [FieldPath, 'left out'])[] => {
    const stays = new Set(kept);
    return all.filter((path) => !stays.has(path)).map((path) => [path, 'left out'] as const);
  };
  const isEnough = (some: readonly FieldPath[]) => isSame(withoutFields(titled, leftOut(some)));
  const kept = await smallest(all, isEnough, effort, portion(pace, 0, 0.5));
  const short = withoutFields(titled, leftOut(kept));
  const filled = fieldsOf(short).filter((path) => droppable(path) && !isEmptied(short, path));
  const emptiedBut = (some: readonly FieldPath[]): Session => {
    const stays = new Set(some);
    return withoutFields(
      short,
      filled.filter((path) => !stays.has(path)).map((path) => [path, 'emptied'] as const),
    );
  };
  return emptiedBut(await smallest(filled, (some) => isSame(emptiedBut(some)), effort, portion(pace, 0.5, 1)));
}

/**
 * A part of the items that is enough and from which no single one can be left out, or what is left of them when the effort
 * is spent (delta debugging, Zeller and Hildebrandt 2002). All items together must be enough.
 */
async function smallest<T>(
  items: readonly T[],
  isEnough: (kept: readonly T[]) => Promise<boolean>,
  effort: Effort,
  pace: Pace,
): Promise<readonly T[]> {
  const { tries, events } = effort;
  // Each halving takes about as long as the one before: as many parts are tried, or fewer.
  const halvings = Math.ceil(Math.log2(items.length + 1)) + 1;
  let [kept, isSmaller, halved] = [items, true, 0];
  for (let size = items.length; size >= 1 && kept.length > 0;) {
    isSmaller = false;
    for (let from = 0; from < kept.length;) {
      if (effort.tries <= 0 || effort.events <= 0) return kept;
      effort.tries--;
      const spent = 1 - Math.min(effort.tries / tries, effort.events / events);
      pace.progress?.(Math.max(spent, Math.min(1, (halved + from / kept.length) / halvings)));
      const without = kept.toSpliced(from, size);
      if (await isEnough(without)) {
        kept = without;
        isSmaller = true;
      } else from += size;
      await giveWay(pace);
    }
    halved++;
    // An item may be needed only by one that was left out after it.
    if (size > 1 || !isSmaller) size = size === 1 ? 0 : Math.ceil(size / 2);
  }
  return kept;
}

/** A title may quote a message. */
const shortTitle = 'Part of a session';

const noTurn = (turn: TurnIndex): Problem => ({
  code: 'leaving/no-turn',
  message: `There is no turn ${turn} in this session to make a smaller session of.`,
});
