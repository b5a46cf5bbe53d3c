import { entry, isRecord, type Value } from '../../model/value.ts';
import { noteLines } from '../values/event-time.ts';
import { elementsOf, firstValues, type Placed } from '../values/elements.ts';
import type { RecordedEntry, VoiceReading } from './voice-format.ts';

/** How many events are examined before a log is refused: audio consists of very many events. */
const sample = 200;

/** A log of socket events as one call, if one of its first events is the format's own. */
export const logOf = (value: Value, isOwn: (event: Value) => boolean): readonly Placed[] =>
  firstValues(value, sample).some((line) => isOwn(loggedEvent(line)?.value ?? null)) ? [{ value, place: [] }] : [];

/** The events of a log, without the records that some programs log them in. A line without an event is kept as it is. */
export const loggedEntries = ({ value }: Placed): readonly RecordedEntry[] =>
  elementsOf(value).map((line, index) => {
    const logged = loggedEvent(line);
    return logged === undefined ? { value: null, place: [index] } : { ...logged, place: [index, ...logged.place] };
  });

/** For the end of a description: notes what the records around the events hold besides the event and its time. */
export const noteRecordsAround = ({ entries, report }: VoiceReading): void =>
  noteLines(
    entries.map(({ place }) => place),
    report,
  );

const holders = ['event', 'message', 'data', 'payload', 'msg'] as const;

/** A socket event as it was logged: alone, or in a record with its time and its sender. Its place is that in the line. */
function loggedEvent(line: Value): RecordedEntry | undefined {
  if (!isRecord(line)) return undefined;
  for (const name of holders) {
    const held = entry(line, name) ?? null;
    if (isEvent(held)) return { value: held, place: [name], line };
  }
  return isEvent(line) ? { value: line, place: [], line } : undefined;
}

const isEvent = (value: Value): boolean => isRecord(value) && typeof value['type'] === 'string';
