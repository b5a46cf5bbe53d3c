import type { Recording } from '../worker/backtest-protocol.ts';

/** What a session should come to under a rule, by whoever knows it: the rule acts somewhere in it, or nowhere. */
export type Mark = 'acts' | 'silent';

/**
 * A session that was marked. It is known again by its content; where that is not known, because whoever wrote the mark had
 * only names, by its recording's name and its number there.
 */
export interface MarkedSession {
  readonly name: string;
  readonly entry: number;
  readonly title: string;
  readonly content: string | null;
  readonly mark: Mark;
}

/** A file that could not be added. */
export interface RefusedFile {
  readonly name: string;
  readonly message: string;
}

/** What the user has brought and chosen for judging many sessions at once. */
export interface BacktestView {
  /** Files that are read when their turn comes; what is open and the samples are judged beside them. */
  readonly recordings: readonly Recording[];
  readonly refused: readonly RefusedFile[];
  /** By `markKey`: those of sessions that are not here as well. */
  readonly marks: ReadonlyMap<string, MarkedSession>;
  /** What came of the last change of the marks, in a sentence. */
  readonly said: string;
  /** A column of the table, by its id, and its direction. */
  readonly sort: { readonly column: string; readonly direction: 'ascending' | 'descending' };
  /** The session that the table's cursor is on, by its key, so that one comes back to where one was. */
  readonly row: string | null;
}

export const startBacktest: BacktestView = {
  recordings: [],
  refused: [],
  marks: new Map(),
  said: '',
  sort: { column: 'draft', direction: 'descending' },
  row: null,
};

/** Names a session among all that are listed, for the table's cursor. */
export const sessionKey = (recording: Recording, entry: number): string =>
  `${recording.kind === 'open' ? recording.id : recording.name}#${entry}`;

/** More files; one that is there already under its name is replaced. */
export function withRecordings(
  { recordings, refused }: BacktestView,
  more: readonly Recording[],
  refusedNow: readonly RefusedFile[],
): Partial<BacktestView> {
  const byName = new Map([...recordings, ...more].map((recording) => [recording.name, recording]));
  const told = new Map([...refused, ...refusedNow].map((file) => [file.name, file]));
  for (const { name } of more) told.delete(name);
  return { recordings: [...byName.values()], refused: [...told.values()] };
}
