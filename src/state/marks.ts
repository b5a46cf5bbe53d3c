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
  /** What may be meant: of the same number and name, or of a name that ends alike. Whether the mark holds for it, only the user knows. */
  readonly namesake: MarkPlace | null;
}

export function waitingMarks(marks: Marks, sessions: readonly MarkPlace[]): readonly WaitingMark[] {
  if (marks.size === 0) return [];
  const found = new Set(sessions.flatMap((session) => [markKey(session), nameKey(session)]));
  const waiting = [...marks].flatMap(([key, marked]) => (found.has(key) ? [] : [marked]));
  const meant = byEnding(sessions);
  return waiting.map((marked) => ({ marked, namesake: namesakeOf(marked, meant) }));
}

/** Of several that could be meant none is. */
function namesakeOf(marked: MarkedSession, byName: ReadonlyMap<string, readonly MarkPlace[]>): MarkPlace | null {
  for (const name of endingsOf(marked.name)) {
    const meant = byName.get(nameKey({ ...marked, name })) ?? [];
    if (meant.length > 0) return meant.length === 1 ? (meant[0] ?? null) : null;
  }
  return null;
}

/** Sessions by their paths, and by those without the folders that they may have been moved out of. */
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

/** `a/b/c.json`, `b/c.json`, `c.json`; of a path as deep as no folder is, the longest. */
function endingsOf(name: string): readonly string[] {
  const parts = name.split('/');
  return parts.slice(0, 16).map((_, at) => parts.slice(at).join('/'));
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
