import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { entry, isList, isRecord, type Value } from '../../model/value.ts';
import { isNewestFirst } from '../../importing/transcript/newest-first.ts';
import { Line, Message } from './format.ts';

/** A line that could be read, and where it stands. */
export interface Entry {
  readonly line: Line;
  /** Undefined where the line is no message. */
  readonly message: Message | undefined;
  readonly place: Path;
}

export interface Lines {
  readonly entries: readonly Entry[];
  /** Places of what is no line of Claude Code. */
  readonly unread: readonly Path[];
  /** They were listed with the newest on top; `entries` are in the order of time. */
  readonly wereNewestFirst: boolean;
}

interface Written {
  readonly value: Value;
  readonly place: Path;
}

/** A transcript as JSON Lines, the record of a session on the web (`{loglines: […]}`), or a single line. */
export function linesOf(value: Value): readonly Written[] | undefined {
  if (isList(value)) return written(value, []);
  if (!isRecord(value)) return undefined;
  const lines = entry(value, 'loglines');
  if (lines !== undefined && isList(lines)) return written(lines, ['loglines']);
  return isOfSession(readLine(value, [])) ? [{ value, place: [] }] : undefined;
}

const written = (lines: Iterable<Value>, place: Path): readonly Written[] =>
  [...lines].map((value, index) => ({ value, place: [...place, index] }));

export function readLines(lines: readonly Written[]): Lines {
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

/** How many lines are looked at: a session may begin with snapshots and progress of hooks. */
const sample = 60;

export const isClaudeCode = (value: Value): boolean =>
  linesOf(value)
    ?.slice(0, sample)
    .some((one) => isUnmistakable(readLine(one.value, []))) === true;

const isUnmistakable = (read: Entry | undefined): boolean => isOfSession(read) || isBare(read);

/** A message inside a line, which says of which session it is or where in the tree it hangs. */
function isOfSession(read: Entry | undefined): boolean {
  if (read?.message === undefined || read.line.type !== read.message.role) return false;
  const { sessionId, session_id, uuid } = read.line;
  return sessionId !== undefined || session_id !== undefined || uuid !== undefined;
}

/** Sessions on the web keep a time and the message. */
const isBare = (read: Entry | undefined): boolean =>
  read?.message !== undefined && read.line.type === read.message.role && read.line.timestamp !== undefined;
