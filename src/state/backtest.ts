import type { Recording } from '../worker/backtest-protocol.ts';

/** A person's judgement of a session: a rule should act somewhere in it, or nowhere. */
export type Mark = 'acts' | 'silent';

/**
 * A session that was marked. It is recognised by its content. A mark written by a program that knows only names has no
 * content: then the recording's name and the session's number in it identify the session.
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

export const changeFilters = ['all', 'changed', 'blocked', 'released', 'unknown'] as const;
/**
 * All sessions, those with any change, those with newly blocked turns, with turns no longer blocked, and with turns at which one of
 * the verdicts is unknown.
 */
export type ChangeFilter = (typeof changeFilters)[number];

/** The recordings and settings that the user has chosen for a backtest. */
export interface BacktestView {
  /** Files, read one after the other during a backtest. Open sessions and samples are judged as well. */
  readonly recordings: readonly Recording[];
  readonly refused: readonly RefusedFile[];
  /** By `markKey`; includes marks whose session is not loaded. */
  readonly marks: ReadonlyMap<string, MarkedSession>;
  /** A sentence on the last change of the marks. */
  readonly marksMessage: string;
  /** Which sessions the table lists, by what the draft changes against the baseline. */
  readonly only: ChangeFilter;
  /** A column of the table, by its id, and its direction. */
  readonly sort: { readonly column: string; readonly direction: 'ascending' | 'descending' };
  /** The session at the table's cursor, by its key, so that the cursor is there again when the backtest reopens. */
  readonly row: string | null;
}

export const startBacktest: BacktestView = {
  recordings: [],
  refused: [],
  marks: new Map(),
  marksMessage: '',
  only: 'all',
  sort: { column: 'draft', direction: 'descending' },
  row: null,
};

/** Names a session among all that are listed, for the table's cursor. */
export const sessionKey = (recording: Recording, entry: number): string =>
  `${recording.kind === 'open' ? recording.id : recording.name}#${entry}`;

/** Adds files; a file replaces an earlier one of the same name. */
export function withRecordings(
  { recordings, refused }: BacktestView,
  more: readonly Recording[],
  refusedNow: readonly RefusedFile[],
): Partial<BacktestView> {
  const byName = new Map([...recordings, ...more].map((recording) => [recording.name, recording]));
  const refusedByName = new Map([...refused, ...refusedNow].map((file) => [file.name, file]));
  for (const { name } of more) refusedByName.delete(name);
  return { recordings: [...byName.values()], refused: [...refusedByName.values()] };
}
