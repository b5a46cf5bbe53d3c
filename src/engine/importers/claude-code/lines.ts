import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { entry, isList, isRecord, type Value } from '../../model/value.ts';
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
}

/** A transcript as JSON Lines, the record of a session on the web (`{loglines: […]}`), or a single line. */
export function linesOf(value: Value): { readonly values: readonly Value[]; readonly place: Path } | undefined {
  if (isList(value)) return { values: [...value], place: [] };
  if (!isRecord(value)) return undefined;
  const lines = entry(value, 'loglines');
  return lines !== undefined && isList(lines) ? { values: [...lines], place: ['loglines'] } : undefined;
}

export function readLines(values: readonly Value[], place: Path): Lines {
  const entries: Entry[] = [];
  const unread: Path[] = [];
  values.forEach((value, index) => {
    const read = readLine(value, [...place, index]);
    if (read === undefined) unread.push([...place, index]);
    else entries.push(read);
  });
  return { entries, unread };
}

export function readLine(value: Value, place: Path): Entry | undefined {
  const line = v.safeParse(Line, value);
  if (!line.success) return undefined;
  const message = v.safeParse(Message, line.output.message);
  return { line: line.output, message: message.success ? message.output : undefined, place };
}

/** How many lines are looked at: a session may begin with snapshots and progress of hooks. */
const sample = 60;

export function isClaudeCode(value: Value): boolean {
  const lines = linesOf(value);
  return lines !== undefined && lines.values.slice(0, sample).some(isUnmistakable);
}

/** A message inside a line, which says of which session it is or where in the tree it hangs. */
function isUnmistakable(value: Value): boolean {
  const read = readLine(value, []);
  if (read === undefined || read.message === undefined) return false;
  const { line, message } = read;
  if (line.type !== message.role) return false;
  return line.sessionId !== undefined || line.session_id !== undefined || line.uuid !== undefined || isBare(line);
}

/** Sessions on the web keep a time and the message. */
const isBare = (line: Line): boolean => line.timestamp !== undefined && line.message !== undefined;
