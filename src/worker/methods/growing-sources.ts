import { ok, type Result } from '../../base/result.ts';
import type { Pace } from '../../base/pace.ts';
import type { SessionEntry } from '../../engine/importing/importer.ts';
import { isSame } from '../../engine/model/equal.ts';
import type { Turn } from '../../engine/model/history.ts';
import type { Note, Problem } from '../../engine/model/problem.ts';
import { GrowingSession } from '../../engine/opening/growing-session.ts';
import type { GrowingText } from '../../engine/opening/growing-text.ts';
import { historyShown, type Grown, type OpenSession } from '../../engine/opening/open-session.ts';
import { openText, type OpenText } from '../../engine/opening/open-text.ts';
import type { SessionChange } from '../../engine/opening/session-growths.ts';
import type { FingerprintPart, WholeReading, WholeSession } from '../../engine/opening/whole-reading.ts';
import { loadSystem } from '../../engine/systems/load-system.ts';
import type { TurnMove } from '../live-protocol.ts';
import { type Look, lookAt } from '../look.ts';
import type { SourceId } from '../protocol.ts';

/** Live sources, whose texts grow: each reading extends their sessions. */
export interface GrowingSources {
  /** Reads the text of a live source, which has grown, in place of the one before; those sessions that are open stay open. */
  grow(source: SourceId, text: string, pace: Pace): Promise<Result<GrownSource, Problem>>;
  /** Adds new records to the text of a live source. Null if its whole text must be read instead. */
  goOn(source: SourceId, added: string, pace: Pace): Promise<GrownSource | null>;
  /**
   * Whether another reading of the text that a live source has now gives the same sessions. Their notes are then those of
   * that reading. False if they are not the same, or if that reading failed.
   */
  confirmed(source: SourceId, other: () => Promise<WholeReading | null>, pace: Pace): Promise<boolean>;
  /** How often a live source was read. */
  revision(source: SourceId): number;
  /** An open session stays as it is: the next reading makes another one. */
  keep(id: string): void;
  close(source: SourceId): void;
}

/** A live source after it has grown. */
export interface GrownSource {
  readonly source: SourceId;
  readonly opened: Look;
  readonly moves: readonly TurnMove[];
  /** Characters of its text. */
  readonly length: number;
}

/** The worker's sources, of which some are live. */
interface Sources {
  readonly looks: Map<SourceId, Look>;
  readonly sessions: Map<string, OpenSession>;
  readonly session: (source: SourceId, entry: number, pace?: Pace) => Promise<Result<OpenSession, Problem>>;
  readonly forget: (source: SourceId) => void;
}

export function growingSources({ looks, sessions, session, forget }: Sources): GrowingSources {
  /** The sessions of live sources, which each reading extends. */
  const growing = new Map<string, GrowingSession>();
  /** The texts of live sources to which records can be added without reading them again. */
  const texts = new Map<SourceId, GrowingText>();
  /** How often each live source was read. */
  const revisions = new Map<SourceId, number>();
  /** Sessions of live sources that were read once to be compared. */
  const unopened = new WeakMap<SessionEntry, WholeSession>();
  /** Of their open sessions: most events are the same when they are compared again. */
  const fingerprints = new WeakMap<SessionEntry, FingerprintPart[]>();

  /** The session of a live source with the events of a new reading. */
  const goesOn =
    (source: SourceId) =>
    (entry: number): Grown =>
    (system, session) => {
      const id = sessionId(source, entry);
      const known = growing.get(id);
      if (known?.session.system === session.system) {
        known.become(session);
        return known;
      }
      const made = new GrowingSession(system, session);
      growing.set(id, made);
      return made;
    };

  /** An open session with other events from an index on. */
  function changed(id: string, known: OpenSession, text: OpenText, change: SessionChange): OpenSession {
    const { system } = known;
    const live = growing.get(id) ?? new GrowingSession(system, known.session);
    growing.set(id, live);
    live.grow(change.events, change.from);
    const { document, lines } = text;
    const { sources } = change;
    return { ...known, session: live.session, history: historyShown(system, live), sources, document, lines };
  }

  /** The sessions of a new reading that were open in the one before. */
  async function reopened(source: SourceId, look: Look, pace: Pace): Promise<ReadonlyMap<string, OpenSession>> {
    const opened = new Map<string, OpenSession>();
    for (const entry of look.entries.keys()) {
      const id = sessionId(source, entry);
      if (!sessions.has(id)) continue;
      const made = await look.session(entry, pace);
      if (made.ok) opened.set(id, made.value);
    }
    return opened;
  }

  /** The sessions of a live source as they are now, in short. Those that are not open have not grown since their text was read. */
  async function inShort(source: SourceId, { opened }: GrowingText, pace: Pace): Promise<readonly WholeSession[]> {
    // As they are now: new records are added meanwhile.
    const now = opened.entries.map((entry, index) => {
      const known = sessions.get(sessionId(source, index));
      return { entry, known: known && { ...known, session: { ...known.session, events: [...known.session.events] } } };
    });
    const { fingerprintOf, wholeSession } = await import('../../engine/opening/whole-reading.ts');
    const all: WholeSession[] = [];
    for (const [index, { entry, known }] of now.entries()) {
      if (known === undefined) {
        const short = unopened.get(entry) ?? (await wholeSession(opened, index, pace));
        unopened.set(entry, short);
        all.push(short);
        continue;
      }
      const parts = fingerprints.get(entry) ?? [];
      fingerprints.set(entry, parts);
      all.push({ title: entry.title, fingerprint: await fingerprintOf(known, pace, parts), notes: known.notes });
    }
    return all;
  }

  return {
    async grow(source, text, pace) {
      texts.delete(source);
      const opened = await openText(text, undefined, undefined, pace);
      if (!opened.ok) return opened;
      const look = lookAt(opened.value, goesOn(source));
      const known = looks.get(source);
      const before = new Map(
        [...sessions]
          .filter(([id]) => isOf(source, id))
          .map(([id, one]) => [id, { ...one, changes: one.history.growth.count, turns: [...one.history.turns] }]),
      );
      const open = await reopened(source, look, pace);
      // A reading that only checks what is known leaves the answers about it valid.
      const isSameAsBefore =
        known !== undefined &&
        isSame(titlesOf(known), titlesOf(look)) &&
        [...before].every(([id, { history, changes, notes }]) => {
          const now = open.get(id);
          return (
            now?.history === history && history.growth.count === changes && isSame(textOf(now.notes), textOf(notes))
          );
        });
      const revision = (revisions.get(source) ?? 0) + (isSameAsBefore ? 0 : 1);
      const moves = [...open].flatMap(([id, session]): readonly TurnMove[] => {
        const move = insertion(before.get(id)?.turns ?? [], session.history.turns);
        return move === null ? [] : [{ entry: Number(id.split(':')[1]), revision, ...move }];
      });
      forget(source);
      looks.set(source, look);
      for (const [id, session] of open) sessions.set(id, session);
      revisions.set(source, revision);
      const { GrowingText: Growing } = await import('../../engine/opening/growing-text.ts');
      const goingOn = Growing.of(opened.value, await loadSystem(opened.value.entries[0]?.system ?? 'task'));
      if (goingOn !== null) texts.set(source, goingOn);
      return ok({ source, opened: look, moves, length: text.length });
    },
    async goOn(source, added, pace) {
      const text = texts.get(source);
      const growths = await text?.add(added, async (entry) => {
        const before = await session(source, entry, pace);
        return before.ok ? before.value : undefined;
      });
      if (text === undefined || growths === undefined || growths === null) return null;
      const { opened } = text;
      const look = lookAt(opened, goesOn(source));
      const revision = (revisions.get(source) ?? 0) + (growths.length > 0 ? 1 : 0);
      const moves: TurnMove[] = [];
      for (const { entry, change } of growths) {
        const id = sessionId(source, entry);
        const known = sessions.get(id);
        // A session that is not open is made from its entry when it is requested.
        if (known === undefined) continue;
        const from = change === null ? 0 : known.history.turns.findLastIndex(({ event }) => event < change.from) + 1;
        const before = known.history.turns.slice(from);
        const made = change === null ? await look.session(entry, pace) : ok(changed(id, known, opened, change));
        if (!made.ok) return null;
        const move = insertion(before, made.value.history.turns.slice(from));
        if (move !== null) moves.push({ entry, revision, from: from + move.from, by: move.by });
        sessions.set(id, made.value);
      }
      looks.set(source, look);
      revisions.set(source, revision);
      return { source, opened: look, moves, length: text.length };
    },
    async confirmed(source, other, pace) {
      const text = texts.get(source);
      // The beginning of a line is no record yet, but it belongs to the whole.
      if (text?.isWithinLine !== false) return false;
      const [mine, whole] = await Promise.all([inShort(source, text, pace), other()]);
      if (whole === null || texts.get(source) !== text) return false;
      const isSameSession = ({ title, fingerprint }: WholeSession, index: number) =>
        title === mine[index]?.title && fingerprint === mine[index].fingerprint;
      if (whole.importer !== looks.get(source)?.importer.id || whole.sessions.length !== mine.length) return false;
      if (!whole.sessions.every(isSameSession)) return false;
      const { document, lines } = text.opened;
      let hasNews = false;
      for (const [entry, { notes }] of whole.sessions.entries()) {
        const id = sessionId(source, entry);
        const now = sessions.get(id);
        if (now === undefined) continue;
        hasNews ||= !isSame(textOf(now.notes), textOf(notes));
        sessions.set(id, { ...now, notes, document, lines });
      }
      revisions.set(source, (revisions.get(source) ?? 0) + (hasNews ? 1 : 0));
      return true;
    },
    revision: (source) => revisions.get(source) ?? 0,
    keep: (id) => void growing.delete(id),
    close(source) {
      texts.delete(source);
      revisions.delete(source);
      for (const id of growing.keys()) if (isOf(source, id)) growing.delete(id);
    },
  };
}

const titlesOf = ({ entries }: Look): readonly string[] => entries.map(({ title }) => title);

const textOf = (notes: readonly Note[]): readonly string[] => notes.map((note) => JSON.stringify(note));

/** Turns that were inserted before others, if nothing else has changed. */
function insertion(before: readonly Turn[], after: readonly Turn[]): Pick<TurnMove, 'from' | 'by'> | null {
  const isSame = (one: Turn | undefined, other: Turn | undefined) =>
    one?.kind === other?.kind && one?.label === other?.label && one?.at === other?.at;
  const by = after.length - before.length;
  const from = before.findIndex((turn, index) => !isSame(turn, after[index]));
  if (from === -1 || by <= 0) return null;
  return before.slice(from).every((turn, index) => isSame(turn, after[from + index + by])) ? { from, by } : null;
}

export const isOf = (source: SourceId, id: string): boolean => id.startsWith(`${source}:`);

/** Readable on purpose: a new worker can find the session again from it. */
export const sessionId = (source: SourceId, entry: number) => `${source}:${entry}`;
