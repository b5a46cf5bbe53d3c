import type { BacktestView, Mark, MarkedSession } from './backtest.ts';

type Marks = BacktestView['marks'];

/** A session as a mark knows it. */
export type MarkPlace = Omit<MarkedSession, 'mark'>;

/** What is written of a session never begins with a word, so names and contents do not meet. */
const nameKey = ({ name, entry }: MarkPlace): string => `name ${entry} ${name}`;

export const markKey = (place: MarkPlace): string => place.content ?? nameKey(place);

/** The mark of a session, by its content or, from one who knew only names, by its name. */
export function markOf(marks: Marks, place: MarkPlace): MarkedSession | undefined {
  return marks.get(markKey(place)) ?? marks.get(nameKey(place));
}

/** `null` takes a mark away. */
export function withMark({ marks: before }: BacktestView, place: MarkPlace, mark: Mark | null): Partial<BacktestView> {
  const now = new Map(before);
  now.delete(nameKey(place));
  if (mark === null) now.delete(markKey(place));
  else now.set(markKey(place), { ...place, mark });
  return { marks: now, said: '' };
}

/** More marks, which go before those that were there. */
export function withMarks({ marks: before }: BacktestView, more: readonly MarkedSession[]): Partial<BacktestView> {
  return { marks: new Map([...before, ...more.map((one) => [markKey(one), one] as const)]) };
}

/** A mark whose session is not among those at hand. */
export interface WaitingMark {
  readonly marked: MarkedSession;
  /** Of the same name and number, with another text: whether the mark holds for it, only the user knows. */
  readonly namesake: MarkPlace | null;
}

export function waitingMarks(marks: Marks, sessions: readonly MarkPlace[]): readonly WaitingMark[] {
  if (marks.size === 0) return [];
  const found = new Set(sessions.flatMap((session) => [markKey(session), nameKey(session)]));
  const named = new Map(sessions.map((session) => [nameKey(session), session]));
  return [...marks].flatMap(([key, marked]) =>
    found.has(key) ? [] : [{ marked, namesake: named.get(nameKey(marked)) ?? null }],
  );
}

/** The marks hold for the sessions of the same name; a session that has a mark of its own keeps it. */
export function handedOn({ marks: before }: BacktestView, waiting: readonly WaitingMark[]): Partial<BacktestView> {
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
