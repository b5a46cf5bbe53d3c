import type { BacktestView, Mark, MarkedSession } from './backtest.ts';

type Marks = BacktestView['marks'];

/** How a mark identifies its session. */
export type MarkPlace = Omit<MarkedSession, 'mark'>;

/** A content id never begins with `name `, so the two kinds of key cannot collide. */
const nameKey = ({ name, entry }: MarkPlace): string => `name ${entry} ${name}`;

export const markKey = (place: MarkPlace): string => place.content ?? nameKey(place);

/** The mark of a session, by its content or, if the mark has none, by its name. */
export function markOf(marks: Marks, place: MarkPlace): MarkedSession | undefined {
  return marks.get(markKey(place)) ?? marks.get(nameKey(place));
}

/** `null` removes the mark. */
export function withMark({ marks: before }: BacktestView, place: MarkPlace, mark: Mark | null): Partial<BacktestView> {
  const now = new Map(before);
  now.delete(nameKey(place));
  if (mark === null) now.delete(markKey(place));
  else now.set(markKey(place), { ...place, mark });
  return { marks: now, marksMessage: '' };
}

/** Adds marks; they take precedence over existing ones. */
export function withMarks({ marks: before }: BacktestView, more: readonly MarkedSession[]): Partial<BacktestView> {
  return { marks: new Map([...before, ...more.map((one) => [markKey(one), one] as const)]) };
}

/** A mark whose session is not loaded. */
export interface WaitingMark {
  readonly marked: MarkedSession;
  /**
   * The session that may be meant: it has the same number, and the same name or path ending. Only the user can confirm
   * it.
   */
  readonly namesake: MarkPlace | null;
}

export function waitingMarks(marks: Marks, sessions: readonly MarkPlace[]): readonly WaitingMark[] {
  if (marks.size === 0) return [];
  const found = new Set(sessions.flatMap((session) => [markKey(session), nameKey(session)]));
  const waiting = [...marks].flatMap(([key, marked]) => (found.has(key) ? [] : [marked]));
  const meant = byEnding(sessions);
  return waiting.map((marked) => ({ marked, namesake: namesakeOf(marked, meant) }));
}

/** Null if several sessions match. */
function namesakeOf(marked: MarkedSession, byName: ReadonlyMap<string, readonly MarkPlace[]>): MarkPlace | null {
  for (const name of endingsOf(marked.name)) {
    const meant = byName.get(nameKey({ ...marked, name })) ?? [];
    if (meant.length > 0) return meant.length === 1 ? (meant[0] ?? null) : null;
  }
  return null;
}

/** Sessions by each ending of their path, because their folder may have been moved. */
function byEnding(sessions: readonly MarkPlace[]): ReadonlyMap<string, readonly MarkPlace[]> {
  const found = new Map<string, MarkPlace[]>();
  for (const session of sessions) {
    for (const name of endingsOf(session.name)) {
      const key = nameKey({ ...session, name });
      const known = found.get(key);
      if (known === undefined) found.set(key, [session]);
      else known.push(session);
    }
  }
  return found;
}

/** `a/b/c.json`, `b/c.json`, `c.json`; for an unreasonably deep path, only the longest. */
function endingsOf(name: string): readonly string[] {
  const parts = name.split('/');
  return parts.slice(0, 16).map((_, at) => parts.slice(at).join('/'));
}

/** Transfers each mark to its namesake. A session with a mark of its own keeps it. */
export function transferredMarks(
  { marks: before }: BacktestView,
  waiting: readonly WaitingMark[],
): Partial<BacktestView> {
  const now = new Map(before);
  for (const { marked, namesake } of waiting) {
    if (namesake === null) continue;
    now.delete(markKey(marked));
    if (!now.has(markKey(namesake))) now.set(markKey(namesake), { ...namesake, mark: marked.mark });
  }
  return { marks: now };
}

export function withoutMarks({ marks: before }: BacktestView, waiting: readonly WaitingMark[]): Partial<BacktestView> {
  const now = new Map(before);
  for (const { marked } of waiting) now.delete(markKey(marked));
  return { marks: now };
}
