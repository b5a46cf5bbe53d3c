import type { History } from '../../engine/model/history.ts';
import { writeSessionStream } from '../../engine/model/session-file.ts';
import type { OpenSession } from '../../engine/opening/open-session.ts';

/** One record of a recording that is played as if live. */
export interface PlayedRecord {
  /** One line of JSON. */
  readonly text: string;
  /** Milliseconds after the record before it. */
  readonly gap: number;
}

export interface Playback {
  readonly records: readonly PlayedRecord[];
  /** `lines`: the records of the recording itself; `events`: those of its session file. */
  readonly kind: 'lines' | 'events';
  /** Whether the gaps are those of recorded times. */
  readonly isTimed: boolean;
  /** Number of gaps that were shortened to `longestGapMs`. */
  readonly shortened: number;
}

export const longestGapMs = 10_000;
/** The gap between records without times. */
export const usualGapMs = 500;

/** The records of a session. `isWhole`: all of its text may be sent, including its other sessions. */
export function recordsToPlay({ session, history, document, notes }: OpenSession, isWhole: boolean): Playback {
  const lines = isWhole ? linesOfJson(document.text) : null;
  const texts = lines ?? writeSessionStream({ ...session, notes });
  const times = lines?.map(timeOf) ?? timesOfEvents(texts, history);
  const isTimed = new Set(times.filter((time) => time !== null)).size > 1;
  let shortened = 0;
  let last: number | null = null;
  const records = texts.map((text, index): PlayedRecord => {
    const time = times[index] ?? null;
    // The head of a session file comes with the first event: by itself, it is a session without turns.
    if (!isTimed) return { text, gap: index <= (lines === null ? 1 : 0) ? 0 : usualGapMs };
    const gap = time === null || last === null ? 0 : Math.max(0, time - last);
    if (time !== null) last = Math.max(time, last ?? time);
    if (gap > longestGapMs) shortened += 1;
    return { text, gap: Math.min(gap, longestGapMs) };
  });
  return { records, kind: lines === null ? 'events' : 'lines', isTimed, shortened };
}

/** Of the lines of a session file: an event may have its time inside, where its system looks for it. */
function timesOfEvents(lines: readonly string[], { turns }: History): readonly (number | null)[] {
  // The first line is the file without its events.
  const times = new Map(turns.map(({ event, at }) => [event + 1, at === undefined ? null : parsedTime(at)]));
  return lines.map((line, index) => timeOf(line) ?? times.get(index) ?? null);
}

/** Null when the text is not JSON Lines of at least two records. */
function linesOfJson(text: string): readonly string[] | null {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.length > 1 && lines.every((line) => isObject(parsed(line))) ? lines : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The names that logs and session files use for the time of a record. */
const timeNames = ['at', 'timestamp', 'time', 'ts', 'created_at', 'createdAt', 'startTime', 'start_time'];
/** Numbers above are milliseconds since 1970, those below are seconds. */
const firstMilliseconds = 1e11;

function timeOf(record: string): number | null {
  const value = parsed(record);
  if (!isObject(value)) return null;
  for (const name of timeNames) {
    const time: unknown = Reflect.get(value, name);
    if (typeof time === 'number' && time > 0) return time < firstMilliseconds ? time * 1000 : time;
    const written = typeof time === 'string' ? parsedTime(time) : null;
    if (written !== null) return written;
  }
  return null;
}

function parsedTime(text: string): number | null {
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : time;
}
