import { sessionOf } from '../model/testing.ts';
import type { RecordValue } from '../model/value.ts';
import { openEntry, type OpenSession } from '../opening/open-session.ts';
import { openNow } from '../testing.ts';
import { systemOf } from '../systems/systems.ts';
import { writeSessionFile } from '../model/session-file.ts';

/** A session in the text notation of `model/testing.ts`, opened as a file would be. */
export function openSessionOf(text: string, header: RecordValue = {}): OpenSession {
  const opened = openNow(writeSessionFile(sessionOf(text, header)));
  if (!opened.ok) throw new Error(opened.problem.message);
  const session = openEntry(opened.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  return session.value;
}
