import { isRecord, type Value } from '../../model/value.ts';
import { below, type Path } from '../../model/path.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { readInstant } from '../../importing/values/instants.ts';
import type { Message } from './format.ts';

/** Logs use the first key; rows of a table that stores a chat use one of the others. */
const timeKeys = ['timestamp', 'created_at', 'createdAt'] as const;

export function timeOfMessage(message: Message, place: Path, report: ImportReport): string | undefined {
  const key = timeKeys.find((name) => isTold(message[name]));
  return key === undefined ? undefined : readInstant(message[key], below(place, key), report);
}

/** The time as the file writes it. The value may not be a message at all. */
export function timeWrittenIn(message: Value): Value | undefined {
  const key = isRecord(message) ? timeKeys.find((name) => isTold(message[name])) : undefined;
  return key !== undefined && isRecord(message) ? message[key] : undefined;
}

const isTold = (time: Value | undefined): boolean => time !== undefined && time !== null;
