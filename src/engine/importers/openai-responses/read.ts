import { err, ok } from '../../../base/result.ts';
import type { Value } from '../../model/value.ts';
import type { SessionEntry, Read } from '../../importing/importer.ts';
import { changedEntry } from '../../importing/transcript/changed-entry.ts';
import { counted } from '../../importing/import-report.ts';
import { formatPath, type Path } from '../../model/path.ts';
import type { Note } from '../../model/problem.ts';
import { growingRequests, joined } from './growing-requests.ts';
import { isStream, recordingIn, whole } from './shapes.ts';
import { streamIn } from './stream.ts';
import type { Recording } from './shapes.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = ({ value }) => {
  const single = recordingAt(value, []);
  if (single !== undefined) return ok({ sessions: [entryOf(single)] });
  const lines: readonly Value[] = Array.isArray(value) ? value : [];
  const found = lines.map((line, index) => recordingAt(line, [index]));
  const rows = growingRequests(found.filter((recording) => recording !== undefined));
  const isJoined = rows.some((row) => row.length > 1);
  const sessions = isJoined ? rows.map(entryOfRow) : found.map(entryAt);
  if (sessions.length > 0) return ok({ sessions: isJoined ? withSkipped(sessions, found) : sessions });
  return err({
    code: 'import/malformed',
    message: 'This looks like the Responses API, but it holds neither “output” nor a list of items.',
  });
};

const recordingAt = (value: Value, place: Path): Recording | undefined =>
  isStream(value) ? { ...whole, ...streamIn(value, place) } : recordingIn(value, place);

const entryOf = (recording: Recording): SessionEntry => ({
  title: titleOf(recording),
  system: 'task',
  open: () => ok(toSession(recording)),
});

function entryOfRow(row: readonly Recording[]): SessionEntry {
  const recording = joined(row);
  const [first] = row;
  if (recording === undefined || first === undefined) return entryAt(undefined, 0);
  const entry = entryOf(recording);
  if (row.length === 1) return entry;
  return report(entry, {
    severity: 'info',
    code: 'openai-responses/growing-requests',
    message: `${row.length} exchanges with the model, each going on from those before it, are one session.`,
    place: formatPath((first.batches[0]?.placeOf(0) ?? []).slice(0, 1)),
  });
}

/** The first session's report lists the lines without a response, since nothing else will mention them. */
function withSkipped(
  sessions: readonly SessionEntry[],
  found: readonly (Recording | undefined)[],
): readonly SessionEntry[] {
  const skipped = found.flatMap((recording, index) => (recording === undefined ? [index] : []));
  const [first, ...rest] = sessions;
  if (first === undefined || skipped.length === 0) return sessions;
  const note = {
    severity: 'lost',
    code: 'openai-responses/no-response',
    message: `${counted(skipped.length, 'entry', 'entries')} without a response left out.`,
    place: formatPath(skipped.slice(0, 1)),
  } as const;
  return [report(first, note), ...rest];
}

const report = (entry: SessionEntry, note: Note): SessionEntry =>
  changedEntry(entry, ({ session, sources }) => ({
    session: { ...session, notes: [...session.notes, note] },
    sources,
  }));

/** A line without a response keeps its place in the list, so that the other lines keep their numbers. */
function entryAt(recording: Recording | undefined, index: number): SessionEntry {
  if (recording !== undefined) return entryOf(recording);
  const message = `Entry ${index} of this file is no response of the Responses API.`;
  return { title: 'unreadable entry', system: 'task', open: () => err({ code: 'import/malformed', message }) };
}
