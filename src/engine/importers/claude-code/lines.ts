import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { entry, isList, isRecord, type Value } from '../../model/value.ts';
import { isNewestFirst } from '../../importing/transcript/newest-first.ts';
import { Line, Message } from './format.ts';

/** A line that could be read, and its path in the document. */
export interface Entry {
  readonly line: Line;
  /** Undefined if the line is not a message. */
  readonly message: Message | undefined;
  readonly place: Path;
}

export interface Lines {
  readonly entries: readonly Entry[];
  /** Paths of values that are not lines of Claude Code. */
  readonly unread: readonly Path[];
  /** The file lists the newest line first; `entries` are in the order of time. */
  readonly wereNewestFirst: boolean;
}

interface PlacedLine {
  readonly value: Value;
  readonly place: Path;
}

/** A transcript as JSON Lines, the record of a session on the web (`{loglines: […]}`), or a single line. */
export function linesOf(value: Value): readonly PlacedLine[] | undefined {
  if (isList(value)) return withPlaces(value, []);
  if (!isRecord(value)) return undefined;
  const lines = entry(value, 'loglines');
  if (lines !== undefined && isList(lines)) return withPlaces(lines, ['loglines']);
  return isOfSession(readLine(value, [])) ? [{ value, place: [] }] : undefined;
}

const withPlaces = (lines: Iterable<Value>, place: Path): readonly PlacedLine[] =>
  [...lines].map((value, index) => ({ value, place: [...place, index] }));

export function readLines(lines: readonly PlacedLine[]): Lines {
  const entries: Entry[] = [];
  const unread: Path[] = [];
  for (const { value, place } of lines) {
    const read = readLine(value, place);
    if (read === undefined) unread.push(place);
    else entries.push(read);
  }
  const wereNewestFirst = isNewestFirst(
    entries.filter(({ message }) => message !== undefined),
    ({ line }) => line.timestamp,
  );
  return { entries: wereNewestFirst ? entries.toReversed() : entries, unread, wereNewestFirst };
}

export function readLine(value: Value, place: Path): Entry | undefined {
  const line = v.safeParse(Line, value);
  if (!line.success) return undefined;
  const message = v.safeParse(Message, line.output.message);
  return { line: line.output, message: message.success ? message.output : undefined, place };
}

/** The format is recognised within this many lines, because a session may begin with snapshots and progress of hooks. */
const sample = 60;

export const isClaudeCode = (value: Value): boolean =>
  linesOf(value)
    ?.slice(0, sample)
    .some((one) => isUnmistakable(readLine(one.value, []))) === true;

const isUnmistakable = (read: Entry | undefined): boolean => isOfSession(read) || isBare(read);

/** A line with a message that also has the id of its session or its own id in the tree. */
function isOfSession(read: Entry | undefined): boolean {
  if (read?.message === undefined || read.line.type !== read.message.role) return false;
  const { sessionId, session_id, uuid } = read.line;
  return sessionId !== undefined || session_id !== undefined || uuid !== undefined;
}

/** Lines of sessions on the web contain only a time and the message. */
const isBare = (read: Entry | undefined): boolean =>
  read?.message !== undefined && read.line.type === read.message.role && read.line.timestamp !== undefined;
