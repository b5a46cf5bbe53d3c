import { type Pace, pacedSteps } from '../../base/pace.ts';
import type { ReadSession, Sources } from '../importing/importer.ts';
import { Checksum } from '../model/checksum.ts';
import type { Note } from '../model/problem.ts';
import type { Session } from '../model/session.ts';
import { writeSessionStream } from '../model/session-file.ts';
import { loadSystem } from '../systems/load-system.ts';
import { openingEntry } from './open-session.ts';
import type { OpenText } from './open-text.ts';

/** What another reading of the same text is compared with, in a few bytes: it is sent from worker to worker. */
export interface WholeReading {
  readonly importer: string;
  readonly sessions: readonly WholeSession[];
}

export interface WholeSession {
  readonly title: string;
  readonly fingerprint: string;
  readonly notes: readonly Note[];
}

export async function wholeReading(text: OpenText, pace: Pace): Promise<WholeReading> {
  const sessions: WholeSession[] = [];
  for (const entry of text.entries.keys()) sessions.push(await wholeSession(text, entry, pace));
  return { importer: text.importer.id, sessions };
}

export async function wholeSession(text: OpenText, entry: number, pace: Pace): Promise<WholeSession> {
  const { title = '', system = 'task' } = text.entries[entry] ?? {};
  const code = await loadSystem(system);
  const opened = await pacedSteps(
    openingEntry(text, entry, () => code),
    pace,
  );
  if (!opened.ok) return { title, fingerprint: opened.problem.message, notes: [] };
  return { title, fingerprint: await fingerprintOf(opened.value, pace), notes: opened.value.notes };
}

/** Events that follow one another, and the checksum of them and their places. */
export interface FingerprintPart {
  readonly events: readonly unknown[];
  readonly digits: string;
}

/**
 * Two sessions with the same have the same header and events, made from the same places of the text. `known`: the parts as they
 * were at the last time, which stay valid where the events are the same objects; those of now take their place.
 */
export const fingerprintOf = (read: ReadSession, pace: Pace, known: FingerprintPart[] = []): Promise<string> =>
  pacedSteps(fingerprinting(read, known), pace);

/** Number of events in a part. */
const partSize = 128;

function* fingerprinting({ session, sources }: ReadSession, known: FingerprintPart[]): Generator<void, string> {
  const sum = new Checksum();
  for (const line of writeSessionStream({ ...session, events: [], notes: [] })) sum.add(line);
  for (let start = 0; start < session.events.length; start += partSize) {
    const events = session.events.slice(start, start + partSize);
    const before = known[start / partSize];
    const isKnown = before?.events.length === events.length && events.every((event, at) => event === before.events[at]);
    const digits = isKnown ? before.digits : digitsOf({ ...session, events }, start, sources);
    known[start / partSize] = { events, digits };
    sum.add(digits);
    yield;
  }
  return sum.digits;
}

function digitsOf(part: Session, start: number, sources: Sources): string {
  const sum = new Checksum();
  for (const line of writeSessionStream({ ...part, header: { title: '' }, notes: [] })) sum.add(line).add('\n');
  const places = part.events.map((_, at) => [sources.at(start + at), sources.also?.(start + at) ?? []]);
  return sum.add(JSON.stringify(places)).digits;
}
