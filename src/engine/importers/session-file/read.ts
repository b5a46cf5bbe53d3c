import { ok } from '../../../base/result.ts';
import { readSessionFile } from '../../model/session-file.ts';
import type { Session } from '../../model/session.ts';
import type { Path } from '../../model/path.ts';
import type { ReadSession, Read } from '../../importing/importer.ts';

export const read: Read = ({ value }) => {
  const read = readSessionFile(value);
  if (!read.ok) return read;
  const session = read.value;
  return ok({
    sessions: [{ title: session.header.title, system: session.system, open: () => ok(withSources(session)) }],
  });
};

/** A list of the places would take as much memory as half of the file. */
function withSources(session: Session): ReadSession {
  const { length } = session.events;
  const at = (event: number): Path | undefined => (event >= 0 && event < length ? ['events', event] : undefined);
  return { session, sources: { length, at } };
}
