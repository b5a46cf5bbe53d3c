import type { SessionEntry, Sources } from '../importing/importer.ts';
import { isSame } from '../model/equal.ts';
import type { Path } from '../model/path.ts';
import type { Session } from '../model/session.ts';
import { isRecord, type Value } from '../model/value.ts';
import type { OpenSession } from './open-session.ts';

/** So many equal events, or half of them, show that the latest records alone give what all of them give. */
const enoughEqual = 64;

/** What new records did to a session. */
export interface SessionGrowth {
  readonly entry: number;
  /** Null when the session was read as a whole. */
  readonly change: SessionChange | null;
}

export interface SessionChange {
  /** The first event that is new or different. */
  readonly from: number;
  /** It and those after it. */
  readonly events: readonly unknown[];
  /** The places of all events. */
  readonly sources: Sources;
}

/** Returns a session as it was before the new records; undefined when it cannot be opened. */
export type SessionBefore = (entry: number) => Promise<OpenSession | undefined>;

type Reading = Pick<OpenSession, 'session' | 'sources'>;

/** A session as the latest records give it. */
export interface Alone extends Reading {
  readonly entry: SessionEntry;
  /** Which session of the whole text it is; null until this is needed. */
  known: Known | null;
}

interface Known {
  readonly entry: number;
  /** Number of events that it has before those of the latest records. */
  readonly shift: number;
  /** The first of the latest events that are equal in both. */
  readonly from: number;
  /** Whether all of its records are among the latest. */
  readonly isWhole: boolean;
}

/** What the latest records give without and with the new ones. `count`: number of records before the new ones. */
interface Readings {
  readonly was: readonly Alone[];
  readonly now: readonly Alone[];
  readonly count: number;
  readonly entries: number;
}

/** What the new records do to the sessions of the whole text. Null if the latest records alone do not determine it. */
export async function growthsOf(
  readings: Readings,
  sessionBefore: SessionBefore,
): Promise<readonly SessionGrowth[] | null> {
  const { was, now, count } = readings;
  const last = was.at(-1);
  if (last === undefined || now.length < was.length) return null;
  // The last session shows best how the latest records are read.
  last.known ??= await knownAmong(readings, was.length - 1, sessionBefore);
  if (last.known === null) return null;
  const growths: SessionGrowth[] = [];
  let added = readings.entries;
  for (const [index, after] of now.entries()) {
    const before = was[index];
    if (before === undefined) {
      if (!beginsAt(count, after)) return null;
      after.known = { entry: added++, shift: 0, from: 0, isWhole: true };
      growths.push({ entry: after.known.entry, change: null });
      continue;
    }
    after.known = before.known;
    const difference = firstDifference(before, after);
    const hasSameHeader = isSame(headerOf(before.session), headerOf(after.session));
    if (difference === null && hasSameHeader && isSame(notesOf(before), notesOf(after))) continue;
    after.known ??= await knownAmong(readings, index, sessionBefore);
    if (after.known === null) return null;
    const { entry, shift, from, isWhole } = after.known;
    if (isWhole) {
      growths.push({ entry, change: null });
      continue;
    }
    const session = await sessionBefore(entry);
    if (!hasSameHeader || session === undefined || raisesDoubt(before, after, session)) return null;
    // The counts of its notes are known at the next reading of the whole.
    if (difference === null) continue;
    if (difference < from) return null;
    const events = after.session.events.slice(difference);
    const first = shift + difference;
    if (repeatsTask(events, first, session)) return null;
    // Sums of tokens may count only what the latest records use, unless others before them are known to be right.
    if (events.some(isSum) && !before.session.events.slice(from, difference).some(isSum)) return null;
    const sources = GrownSources.of(session.sources).with(first, after.sources, difference);
    growths.push({ entry, change: { from: first, events, sources } });
  }
  return growths;
}

/** Whether no event of a session is from a record before these. */
const beginsAt = (count: number, { sources }: Alone): boolean =>
  placesOf(sources).every(({ place }) => typeof place?.[0] !== 'number' || place[0] >= count);

/** Finds the session whose last events are those of the latest records: usually the sessions are in the same order. */
async function knownAmong(
  { was, entries }: Readings,
  index: number,
  sessionBefore: SessionBefore,
): Promise<Known | null> {
  const alone = was[index];
  for (const entry of new Set([entries - was.length + index, index])) {
    const whole = await sessionBefore(entry);
    if (alone === undefined || whole === undefined) continue;
    const [mine, all] = [alone.session.events, whole.session.events];
    const shift = all.length - mine.length;
    let from = mine.length;
    while (from > 0 && from + shift > 0 && isSameEvent(alone, whole, from - 1, shift)) from -= 1;
    const equal = mine.length - from;
    if (equal === 0 || equal < Math.min(enoughEqual, mine.length / 2)) continue;
    const isWhole = shift === 0 && from === 0 && isSame(headerOf(alone.session), headerOf(whole.session));
    return { entry, shift, from, isWhole };
  }
  return null;
}

/** Whether an event of one reading is that of another, where it has another number, at the same places. */
const isSameEvent = (one: Reading, other: Reading, index: number, shift = 0): boolean =>
  isSame(valueOf(one.session.events[index]), valueOf(other.session.events[index + shift])) &&
  isSame(one.sources.at(index) ?? null, other.sources.at(index + shift) ?? null) &&
  isSame(one.sources.also?.(index) ?? [], other.sources.also?.(index + shift) ?? []);

/** The number of the first event that is not the same; null when all are. */
function firstDifference(before: Alone, after: Alone): number | null {
  const lengths = [before, after].map(({ session }) => session.events.length);
  const shorter = Math.min(...lengths);
  let same = 0;
  while (same < shorter && isSameEvent(before, after, same)) same += 1;
  return same < Math.max(...lengths) ? same : null;
}

const notesOf = ({ session }: Alone): readonly string[] => session.notes.map(({ message }) => message);

/**
 * Whether the importer assumes or loses something in the new records as nowhere in the whole before: a result without its call,
 * or a sub-agent that no call started, may belong to a record further back. A call without a result just waits for it.
 */
function raisesDoubt(before: Alone, after: Alone, whole: OpenSession): boolean {
  const known = new Set(notesOf(before));
  const usual = new Set(['import/no-result', ...whole.notes.map(({ code }) => code)]);
  return after.session.notes.some(
    ({ severity, code, message }) =>
      (severity === 'assumed' || severity === 'lost') && !known.has(message) && !usual.has(code),
  );
}

/** Whether a new task has the id of one that is further back: then its own id is another one. */
function repeatsTask(events: readonly unknown[], from: number, { session, history }: OpenSession): boolean {
  const tasks = events.flatMap(taskOf);
  if (tasks.length === 0) return false;
  const known = new Set(history.nodes.map(({ id }) => String(id)));
  for (const id of session.events.slice(from).flatMap(taskOf)) known.delete(id);
  return tasks.some((id) => known.has(id));
}

const fieldOf = (event: unknown, name: string): Value | undefined => {
  const value = valueOf(event);
  return isRecord(value) ? value[name] : undefined;
};

const isSum = (event: unknown): boolean => fieldOf(event, 'type') === 'tokens-totalled';

function taskOf(event: unknown): readonly string[] {
  const node = fieldOf(event, 'type') === 'task-created' ? fieldOf(event, 'node') : undefined;
  return typeof node === 'string' ? [node] : [];
}

interface EventPlaces {
  readonly place: Path | null;
  readonly also: readonly Path[];
}

const placesOf = (sources: Sources, from = 0): readonly EventPlaces[] =>
  Array.from({ length: Math.max(0, sources.length - from) }, (_, index) => ({
    place: sources.at(from + index) ?? null,
    also: sources.also?.(from + index) ?? [],
  }));

/** Number of events in a part of `GrownSources`, as a power of two. */
const partBits = 9;
const partSize = 2 ** partBits;

/** The places of a session whose last events are from later readings. */
class GrownSources implements Sources {
  readonly #first: Sources;
  /** Number of events with places in `first`. */
  readonly #kept: number;
  /** The places of the others in parts of one size, the last of which may be shorter: a reading copies only the last ones. */
  readonly #parts: readonly (readonly EventPlaces[])[];
  readonly length: number;

  static of(sources: Sources): GrownSources {
    return sources instanceof GrownSources ? sources : new GrownSources(sources, sources.length, [], sources.length);
  }

  private constructor(first: Sources, kept: number, parts: readonly (readonly EventPlaces[])[], length: number) {
    [this.#first, this.#kept, this.#parts, this.length] = [first, kept, parts, length];
  }

  at(event: number): Path | null | undefined {
    return event < this.#kept ? this.#first.at(event) : this.#grown(event)?.place;
  }

  also(event: number): readonly Path[] {
    return (event < this.#kept ? this.#first.also?.(event) : this.#grown(event)?.also) ?? [];
  }

  #grown(event: number): EventPlaces | undefined {
    const index = event - this.#kept;
    return this.#parts[index >> partBits]?.[index % partSize];
  }

  /** Other places for the events from an index on: those that `sources` has from `start` on. */
  with(from: number, sources: Sources, start: number): GrownSources {
    const kept = Math.min(this.#kept, from);
    const index = from - kept;
    const parts = this.#parts.slice(0, index >> partBits);
    const last = this.#parts[index >> partBits]?.slice(0, index % partSize) ?? [];
    const rest = [...last, ...placesOf(sources, start)];
    for (let at = 0; at < rest.length; at += partSize) parts.push(rest.slice(at, at + partSize));
    return new GrownSources(this.#first, kept, parts, from + Math.max(0, sources.length - start));
  }
}

/** Header and events are plain data by their schemas, though an interface does not say so; a missing event is null. */
const valueOf = (plain: unknown): Value => (plain ?? null) as Value;
const headerOf = ({ header }: Session): Value => valueOf(header);
