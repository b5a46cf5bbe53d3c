import type { History, TurnIndex } from '../model/history.ts';
import type { Session } from '../model/session.ts';
import { type UserNote, withUserNotes } from '../model/user-note.ts';
import { historyShown, type OpenSession } from '../opening/open-session.ts';

/** A session with some of the events of another one. */
export interface Cut {
  readonly session: Session;
  /** For each event, its index in the other session. */
  readonly origins: readonly number[];
}

export const whole = ({ session }: OpenSession): Cut => ({
  session: withUserNotes(session, []),
  origins: session.events.map((_, index) => index),
});

/** The session with these events, in their order. Notes of the import are about the whole recording, so they stay with it. */
export const cutTo = ({ session }: OpenSession, origins: readonly number[]): Cut => ({
  session: withUserNotes({ ...session, events: origins.map((index) => session.events[index]), notes: [] }, []),
  origins,
});

/** Null when the system refuses it. */
export function reopened(open: OpenSession, session: Session): OpenSession | null {
  const checked = open.system.check(session);
  if (!checked.ok) return null;
  const { system, sources, document, lines, importer } = open;
  const history = historyShown(system, { session: checked.value, history: system.history(checked.value) });
  return { session: checked.value, system, history, sources, document, lines, importer, notes: [] };
}

/** The events that make a turn, such as a model call and then its answer. */
export function eventsOfTurn({ session, history }: OpenSession, turn: TurnIndex): readonly number[] {
  const first = history.turns[turn]?.event ?? 0;
  const later = history.turns.slice(turn + 1).find(({ event }) => event > first);
  const end = later?.event ?? session.events.length;
  return Array.from({ length: end - first }, (_, at) => first + at);
}

/** For each turn of the cut session, the turn that it was; null where none was made by that event. */
export function turnsBefore(before: History, after: History, { origins }: Cut): readonly (TurnIndex | null)[] {
  const made = new Map<number, TurnIndex[]>();
  for (const { event, index } of before.turns) {
    const list = made.get(event);
    if (list === undefined) made.set(event, [index]);
    else list.push(index);
  }
  let last = -1;
  let nth = 0;
  return after.turns.map(({ event }) => {
    nth = event === last ? nth + 1 : 0;
    last = event;
    // The moment of a session without turns is behind all events.
    const origin = origins[event] ?? (event === origins.length ? before.turns.at(-1)?.event : undefined) ?? -1;
    return made.get(origin)?.[nth] ?? null;
  });
}

/** The notes whose turns are in the cut session, at their turns there. */
export function notesOfCut(open: OpenSession, cut: Cut, userNotes: readonly UserNote[]): readonly UserNote[] {
  const after = userNotes.length === 0 ? null : reopened(open, cut.session);
  if (after === null) return [];
  const turns = new Map(turnsBefore(open.history, after.history, cut).map((before, turn) => [before, turn]));
  return userNotes.flatMap((note) => {
    const turn = turns.get(note.turn);
    return turn === undefined ? [] : [{ ...note, turn }];
  });
}
