import { err, ok } from '../../../base/result.ts';
import type { Value } from '../../model/value.ts';
import type { SessionEntry, Read } from '../../importing/importer.ts';
import { recordingIn } from './shapes.ts';
import type { Recording } from './shapes.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = ({ value }) => {
  const single = recordingIn(value, []);
  if (single !== undefined) return ok({ sessions: [entryOf(single)] });
  const lines: readonly Value[] = Array.isArray(value) ? value : [];
  const sessions = lines.map((line, index) => entryAt(line, index));
  if (sessions.length > 0) return ok({ sessions });
  return err({
    code: 'import/malformed',
    message: 'This looks like the Responses API, but it holds neither “output” nor a list of items.',
  });
};

const entryOf = (recording: Recording): SessionEntry => ({
  title: titleOf(recording),
  system: 'task',
  open: () => ok(toSession(recording)),
});

/** A line that holds no response keeps its place in the list, so that the others keep their numbers. */
function entryAt(line: Value, index: number): SessionEntry {
  const recording = recordingIn(line, [index]);
  if (recording !== undefined) return entryOf(recording);
  const message = `Entry ${index} of this file is no response of the Responses API.`;
  return { title: 'unreadable entry', system: 'task', open: () => err({ code: 'import/malformed', message }) };
}
