import type { Path } from '../../model/path.ts';
import { entry, isRecord } from '../../model/value.ts';
import type { RecordValue, Value } from '../../model/value.ts';

/** A socket event as it was logged: alone, or in a record with its time and its sender. */
export interface LoggedEvent {
  readonly event: RecordValue;
  /** The event's place in its line. */
  readonly inside: Path;
  /** The logged value: the event itself, or the record around it. */
  readonly line: RecordValue;
}

const holders = ['event', 'message', 'data', 'payload', 'msg'] as const;

export function loggedEvent(line: Value): LoggedEvent | undefined {
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
