import { ok } from '../../../base/result.ts';
import { isSessionStream, readSessionFile } from '../../model/session-file.ts';
import type { Path } from '../../model/path.ts';
import { entry, isList, isMap, type Value } from '../../model/value.ts';
import type { Sources, Read } from '../../importing/importer.ts';

export const read: Read = ({ value }) => {
  const read = readSessionFile(value);
  if (!read.ok) return read;
  const session = read.value;
  const sources = sourcesOf(value, session.events.length);
  return ok({
    sessions: [{ title: session.header.title, system: session.system, open: () => ok({ session, sources }) }],
  });
};

/** A list of the places would take as much memory as half of the file. */
function sourcesOf(value: Value, length: number): Sources {
  const isStream = isSessionStream(value);
  const file = isStream ? value[0] : value;
  const events = isMap(file) ? entry(file, 'events') : undefined;
  const inFile = events !== undefined && isList(events) ? events.length : 0;
  const at = (event: number): Path | undefined => {
    if (event < 0 || event >= length) return undefined;
    if (event >= inFile) return [1 + event - inFile];
    return isStream ? [0, 'events', event] : ['events', event];
  };
  return { length, at };
}
