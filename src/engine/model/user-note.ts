import type { TurnIndex } from './history.ts';
import { depthLimit } from './json.ts';
import type { Path } from './path.ts';
import type { Note } from './problem.ts';
import { isRecord, type RecordValue, type Value } from './value.ts';

/** A text that a person wrote on a turn, or on a place of the context state after it. Nothing in it is interpreted. */
export interface UserNote {
  /** Random where a page made it, so that two copies of one note are recognised. */
  readonly id: string;
  readonly turn: TurnIndex;
  /** Begins with the name of its root, such as `context`. Null for the turn itself. */
  readonly path: Path | null;
  readonly text: string;
  /** When it was written last, as ISO 8601; null if the file does not say so. */
  readonly at: string | null;
}

/** Limits of a note and of a session's notes, so that a hostile file can neither fill the page nor the device. */
export const longestNote = 4_000;
export const mostNotes = 1_000;
const longestStep = 1_000;
const longestId = 100;

/** Adds the notes to a session, or removes them if there are none. */
export function withUserNotes<S extends { readonly userNotes?: readonly UserNote[] }>(
  session: S,
  userNotes: readonly UserNote[],
): S {
  const { userNotes: _before, ...plain } = session;
  // The same fields; only this optional one may be missing.
  return (userNotes.length === 0 ? plain : { ...plain, userNotes }) as S;
}

/** As a session file holds it: fields without a value are left out. */
export const writtenUserNote = ({ id, turn, path, text, at }: UserNote): RecordValue => ({
  id,
  turn,
  ...(path !== null && { path: [...path] }),
  text,
  ...(at !== null && { at }),
});

/** The notes of a session file. What is no note is left out, and what is too long is cut; a note of the import says so. */
export function readUserNotes(value: Value | undefined): {
  readonly userNotes: readonly UserNote[];
  readonly fault: Note | null;
} {
  if (value === undefined) return { userNotes: [], fault: null };
  // A reader's lists are arrays.
  const list = Array.isArray(value) ? (value as readonly Value[]) : null;
  const ids = new Set<string>();
  const userNotes: UserNote[] = [];
  let cut = 0;
  for (const [index, one] of (list ?? []).slice(0, mostNotes).entries()) {
    const read = userNoteIn(one);
    if (read === null) continue;
    const id = read.id === '' || ids.has(read.id) ? `${index}` : read.id;
    if (ids.has(id)) continue;
    ids.add(id);
    if (read.text.length > longestNote) cut++;
    userNotes.push({ ...read, id, text: shortened(read.text) });
  }
  const lost = list === null ? 1 : list.length - userNotes.length;
  return { userNotes, fault: lost + cut === 0 ? null : faultOf(lost, cut) };
}

function userNoteIn(value: Value): UserNote | null {
  if (!isRecord(value)) return null;
  const field = (name: string): Value | undefined => (Object.hasOwn(value, name) ? value[name] : undefined);
  const [id, turn, text, at] = ['id', 'turn', 'text', 'at'].map(field);
  const path = field('path') ?? null;
  if (typeof turn !== 'number' || !Number.isSafeInteger(turn) || turn < 0) return null;
  if (typeof text !== 'string' || text.trim() === '') return null;
  if (path !== null && !isPath(path)) return null;
  return {
    id: typeof id === 'string' && id.length <= longestId ? id : '',
    turn,
    path,
    text,
    at: typeof at === 'string' && moment.test(at) ? at : null,
  };
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;

const isPath = (value: Value): value is (string | number)[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= depthLimit &&
  typeof value[0] === 'string' &&
  value.every(isStep);

const isStep = (step: Value): boolean =>
  typeof step === 'string'
    ? step.length <= longestStep
    : typeof step === 'number' && Number.isSafeInteger(step) && step >= 0;

/** Never ends in half of a character. */
const shortened = (text: string): string =>
  text.length <= longestNote ? text : `${text.slice(0, longestNote - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;

const faultOf = (lost: number, cut: number): Note => ({
  severity: 'lost',
  code: 'session-file/user-notes',
  message: [
    ...(lost === 0
      ? []
      : [
          `${lost === 1 ? 'One entry' : `${lost} entries`} of “userNotes” left out: not a note, or more than ${mostNotes} of them.`,
        ]),
    ...(cut === 0 ? [] : [`${cut === 1 ? 'One note' : `${cut} notes`} cut after ${longestNote} characters.`]),
  ].join(' '),
});
