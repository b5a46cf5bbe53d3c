import { type Pace, pacedSteps } from '../../base/pace.ts';
import type { ReadSession } from '../importing/importer.ts';
import { Checksum } from '../model/checksum.ts';
import type { Note } from '../model/problem.ts';
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

/** Number of events between two steps. */
const stride = 128;

/** Two sessions with the same have the same header and events, made from the same places of the text. */
export const fingerprintOf = (read: ReadSession, pace: Pace): Promise<string> => pacedSteps(fingerprinting(read), pace);

function* fingerprinting({ session, sources }: ReadSession): Generator<void, string> {
  const sum = new Checksum();
  for (let start = 0; start === 0 || start < session.events.length; start += stride) {
    const events = session.events.slice(start, start + stride);
    const header = start === 0 ? session.header : { title: '' };
    for (const line of writeSessionStream({ ...session, header, events, notes: [] })) sum.add(line).add('\n');
    const places = events.map((_, index) => [sources.at(start + index), sources.also?.(start + index) ?? []]);
    sum.add(JSON.stringify(places));
    yield;
  }
  return sum.digits;
}
