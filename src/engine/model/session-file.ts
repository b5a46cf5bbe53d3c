import * as v from 'valibot';
import { err, ok, type Result } from '../../base/result.ts';
import { depthLimit, toJson } from './json.ts';
import type { Note, Problem } from './problem.ts';
import { type Session, type SessionHeader, systemIds } from './session.ts';
import { Tagging, untag } from './tagged-value.ts';
import { readUserNotes, withUserNotes, writtenUserNote } from './user-note.ts';
import { elementAt, entry, isList, isMap, isRecord, type RecordValue, type Value } from './value.ts';

/** Written into every `*.ctx.json`, so that a file is recognised by its content, not by its name. */
export const sessionFormat = 'contextscope/session';
export const sessionVersion = 1;

/** Converts the file of one version to the next. Never edited once released: old files must open for ever. */
export type Upgrader = (file: RecordValue) => RecordValue;

/** Entry k converts version k + 1 to k + 2. */
const upgraders: readonly Upgrader[] = [];

/**
 * Writes a session as the text of a `*.ctx.json`, one event a line, so that two files can be compared by eye. The text
 * is never deeper than the readers accept: an importer parses texts and wraps them in records, so an event can be
 * deeper than its source.
 */
export function writeSessionFile(session: Session): string {
  const { head, events, notes, userNotes } = writtenParts(session);
  const parts = [
    ...head,
    `"events":${list(events)}`,
    ...(notes.length > 0 ? [`"notes":${list(notes)}`] : []),
    ...(userNotes.length > 0 ? [`"userNotes":${list(userNotes)}`] : []),
  ];
  return `{\n${parts.join(',\n')}\n}\n`;
}

/** Writes a session as the lines of a stream: the file without its events, then one event a line. */
export function writeSessionStream(session: Session): readonly string[] {
  const { head, events, notes, userNotes } = writtenParts(session);
  const parts = [
    ...head,
    '"events":[]',
    ...(notes.length > 0 ? [`"notes":[${notes.join(',')}]`] : []),
    ...(userNotes.length > 0 ? [`"userNotes":[${userNotes.join(',')}]`] : []),
  ];
  return [`{${parts.join(',')}}`, ...events];
}

function writtenParts({ system, header, events, notes, userNotes = [] }: Session) {
  const tagging = new Tagging();
  // Around the header there is the file; around an event, also the list of events.
  const plainHeader = tagging.tag(header as unknown as Value, depthLimit - 1); // plain data by its schema, though an interface does not say so
  const plainEvents = events.map((event) => tagging.tag(event as Value, depthLimit - 2)); // likewise
  const allNotes = tagging.isCut ? [...notes, cutNote] : notes;
  const head = [
    `"format":${json(sessionFormat)}`,
    `"version":${sessionVersion}`,
    `"system":${json(system)}`,
    ...(tagging.isTagged ? ['"tagged":true'] : []),
    `"header":${json(plainHeader)}`,
  ];
  return {
    head,
    events: plainEvents.map(json),
    notes: allNotes.map((note) => json(note as unknown as Value)), // likewise
    userNotes: userNotes.map((note) => json(writtenUserNote(note))),
  };
}

const cutNote: Note = {
  severity: 'lost',
  code: 'session-file/too-deep',
  message: `Some values were nested too deeply for a session file of ${depthLimit} levels: “…” was written for what is deeper.`,
};

const json = (value: Value): string => toJson(value);

const list = (values: readonly string[]): string => (values.length === 0 ? '[]' : `[\n${values.join(',\n')}\n]`);

export const isSessionFile = (value: Value): boolean => isMap(value) && entry(value, 'format') === sessionFormat;

/** A session file as a stream: a list of the file, and of its further events in order. Several files are no stream. */
export const isSessionStream = (value: Value): value is readonly [RecordValue, ...RecordValue[]] =>
  Array.isArray(value) &&
  isSessionFile(elementAt(value, 0) ?? null) &&
  value.length > 1 &&
  !isSessionFile(elementAt(value, 1) ?? null);

const NoteSchema: v.GenericSchema<unknown, Note> = v.looseObject({
  severity: v.picklist(['info', 'assumed', 'repaired', 'lost']),
  code: v.string(),
  message: v.string(),
  place: v.exactOptional(v.string()),
  alsoAt: v.exactOptional(v.array(v.string())),
  gaps: v.exactOptional(v.array(v.number())),
});

/** The fields of every session file, whatever its system; the system checks header and events. */
const FileSchema = v.looseObject({
  system: v.picklist(systemIds, `One of ${systemIds.join(', ')} was expected`),
  header: v.custom<SessionHeader>(hasTitle, 'A header with a title was expected'),
  events: v.custom<readonly unknown[]>(Array.isArray, 'A list of events was expected'),
  /** Set when some value is written as `tagged-value.ts` defines; without it no value has to be checked for tags. */
  tagged: v.exactOptional(v.boolean(), false),
  notes: v.exactOptional(v.array(NoteSchema), []),
});

function hasTitle(header: unknown): boolean {
  return isRecord(header) && Object.hasOwn(header, 'title') && typeof header['title'] === 'string';
}

/** Reads a parsed `*.ctx.json` of any version, or a stream, as a session. Its system must still check it. */
export function readSessionFile(given: Value, known: readonly Upgrader[] = upgraders): Result<Session, Problem> {
  const value = isSessionStream(given) ? wholeFile(given) : given;
  if (!isRecord(value) || !isSessionFile(value)) {
    return err(problem('not-one', `This is not a session file: "format": "${sessionFormat}" is missing.`));
  }
  const upgraded = upgrade(value, known);
  if (!upgraded.ok) return upgraded;
  const parsed = v.safeParse(FileSchema, upgraded.value);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const field = v.getDotPath(issue) ?? 'the whole file';
    return err(problem('malformed', `This session file is damaged at “${field}”: ${issue.message}.`));
  }
  const { system, header, events, notes: written, tagged } = parsed.output;
  const { userNotes, fault } = readUserNotes(entry(upgraded.value, 'userNotes'));
  const notes = fault === null ? written : [...written, fault];
  const plain: Session = { system, header, events, notes };
  if (!tagged) return ok(withUserNotes(plain, userNotes));
  const values = events as readonly Value[]; // a reader yields values
  // The schema has checked the header's title, and no tag is a text.
  const session: Session = {
    system,
    // Plain data, and still the header that the schema checked: only its tags are gone.
    header: untag(header as unknown as Value) as unknown as SessionHeader,
    events: values.map(untag),
    notes,
  };
  return ok(withUserNotes(session, userNotes));
}

/** The file with the events of a stream in it. A list of events that is not a list stays for the check to refuse. */
function wholeFile([file, ...events]: readonly [RecordValue, ...RecordValue[]]): RecordValue {
  const first = file['events'] ?? [];
  return isList(first) ? { ...file, events: [...first, ...events] } : file;
}

function upgrade(file: RecordValue, known: readonly Upgrader[]): Result<RecordValue, Problem> {
  const newest = known.length + 1;
  const version = Object.hasOwn(file, 'version') ? file['version'] : undefined;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    return err(problem('no-version', 'This session file names no version: "version": 1 is missing.'));
  }
  if (version > newest) {
    return err(
      problem(
        'too-new',
        `This session file has version ${version}; this program reads up to ${newest}. Open it with a newer one.`,
      ),
    );
  }
  return ok(known.slice(version - 1).reduce((older, step) => step(older), file));
}

const problem = (code: string, message: string): Problem => ({ code: `session-file/${code}`, message });
