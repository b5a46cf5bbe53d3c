import { ok } from '../../../base/result.ts';
import { isSessionFile, readSessionFile } from '../../model/session-file.ts';
import type { Session } from '../../model/session.ts';
import type { Importer, ReadSession } from '../importer.ts';

/** Our own `*.ctx.json`: the format is defined where it is written, in `model/session-file.ts`. */
export const sessionFile: Importer = {
  id: 'session-file',
  title: 'Contextscope session',
  claim: ({ value }) => (isSessionFile(value) ? 'certain' : 'no'),
  read({ value }) {
    const read = readSessionFile(value);
    if (!read.ok) return read;
    const session = read.value;
    return ok({
      sessions: [{ title: session.header.title, system: session.system, open: () => ok(withSources(session)) }],
    });
  },
};

const withSources = (session: Session): ReadSession => ({
  session,
  sources: session.events.map((_, index) => ['events', index]),
});
