import { Checksum } from '../model/checksum.ts';
import type { Path } from '../model/path.ts';
import { writeSessionFile } from '../model/session-file.ts';
import type { OpenSession } from '../opening/open-session.ts';

/**
 * Identifies a session by its text, so that it is found again in a file of another name, in an archive, or on another
 * line of a longer log: the checksum of its record's text, and the place in it where the session begins, because
 * several may be in one. A run, which has no text, uses its saved form.
 */
export function contentIdOf(session: OpenSession): string {
  if (session.calls !== undefined) return checksumOf(writeSessionFile(session.session));
  let known = ids.get(session.document);
  if (known === undefined) ids.set(session.document, (known = new Map()));
  const { record, first } = placeOf(session);
  const key = JSON.stringify(first);
  let id = known.get(key);
  if (id === undefined) known.set(key, (id = idAt(session.document, record, first)));
  return id;
}

type Document = OpenSession['document'];

/** Checksums of open texts are cached: every draft judges them again. */
const ids = new WeakMap<Document, Map<string, string>>();

function idAt({ text, locate }: Document, record: Path, first: Path): string {
  const range = record.length === 0 ? null : locate(record);
  const written = range === null ? text.trim() : text.slice(range.start, range.end);
  return checksumOf(`${written} ${JSON.stringify(first.slice(record.length))}`);
}

/** The first event's place, and the innermost element of a list that holds both the first event and the last: the session's record. */
function placeOf({ sources }: OpenSession): { readonly record: Path; readonly first: Path } {
  const first = firstPlace(sources.length, (at) => sources.at(at));
  const last = firstPlace(sources.length, (at) => sources.at(sources.length - 1 - at));
  // An event is an element itself, so the element around it begins one step above.
  const shared = first.slice(0, Math.min(sharedLength(first, last), Math.max(0, first.length - 1)));
  const record = shared.slice(0, shared.findLastIndex((step) => typeof step === 'number') + 1);
  return { record, first };
}

function firstPlace(count: number, placeAt: (index: number) => Path | null | undefined): Path {
  for (let index = 0; index < count; index++) {
    const place = placeAt(index) ?? null;
    if (place !== null) return place;
  }
  return [];
}

function sharedLength(a: Path, b: Path): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) if (a[at] !== b[at]) return at;
  return length;
}

const checksumOf = (text: string): string => new Checksum().add(text).digits;
