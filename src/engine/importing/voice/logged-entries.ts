import type { Path } from '../../model/path.ts';
import { entry, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { noteLines } from '../values/event-time.ts';
import { elementsOf, firstValues, type Placed } from '../values/elements.ts';
import type { RecordedEntry, VoiceReading } from './voice-format.ts';

/** How many events are examined before a log is refused: audio consists of very many events. */
const sample = 200;

/** A log of socket events as one call, if one of its first events is the format's own. */
export const logOf = (value: Value, isOwn: (event: Value) => boolean): readonly Placed[] =>
  firstValues(value, sample).some((line) => isOwn(loggedEvent(line)?.event ?? null)) ? [{ value, place: [] }] : [];

/** The events of a log, without the records that some programs log them in. A line without an event is kept as it is. */
export const loggedEntries = ({ value }: Placed): readonly RecordedEntry[] =>
  elementsOf(value).map((line, index) => {
    const logged = loggedEvent(line);
    return logged === undefined
      ? { value: null, place: [index] }
      : { value: logged.event, place: [index, ...logged.inside], line: logged.line };
  });

/** For the end of a description: notes what the records around the events hold besides the event and its time. */
export const noteRecordsAround = ({ entries, report }: VoiceReading): void =>
  noteLines(
    entries.map(({ place }) => place),
    report,
  );

/** A socket event as it was logged: alone, or in a record with its time and its sender. */
interface LoggedEvent {
  readonly event: RecordValue;
  /** The event's place in its line. */
  readonly inside: Path;
  /** The logged value: the event itself, or the record around it. */
  readonly line: RecordValue;
}

const holders = ['event', 'message', 'data', 'payload', 'msg'] as const;

function loggedEvent(line: Value): LoggedEvent | undefined {
  if (!isRecord(line)) return undefined;
  if (typeof line['type'] === 'string' && holders.every((name) => !isEvent(entry(line, name))))
    return { event: line, inside: [], line };
  for (const name of holders) {
    const held = entry(line, name);
    if (held !== undefined && isRecord(held) && isEvent(held)) return { event: held, inside: [name], line };
  }
  return undefined;
}

const isEvent = (value: Value | undefined): boolean =>
  value !== undefined && isRecord(value) && typeof value['type'] === 'string';
