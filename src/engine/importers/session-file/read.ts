import { ok } from '../../../base/result.ts';
import { readSessionFile } from '../../model/session-file.ts';
import type { Session } from '../../model/session.ts';
import type { Path } from '../../model/path.ts';
import type { ReadSession, Sources, Read } from '../../importing/importer.ts';

export const read: Read = ({ value }) => {
  const read = readSessionFile(value);
  if (!read.ok) return read;
  const session = read.value;
  return ok({
    sessions: [{ title: session.header.title, system: session.system, open: () => ok(withSources(session)) }],
  });
};

const withSources = (session: Session): ReadSession => ({
  session,
  sources: new EventsInARow(session.events.length),
});

/** A list of them would take as much memory as half of the file. */
class EventsInARow implements Sources {
  readonly length: number;
  constructor(length: number) {
    this.length = length;
  }
  at(event: number): Path | undefined {
    return event >= 0 && event < this.length ? ['events', event] : undefined;
  }
}
