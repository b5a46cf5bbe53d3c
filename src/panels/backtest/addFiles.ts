import { type FoundFile, gather } from '../../services/backtest/recordings.ts';
import { type RefusedFile, withRecordings } from '../../state/backtest.ts';
import { ownFormat } from '../../state/ownFormat.ts';
import type { ViewStore } from '../../state/view.ts';
import type { EngineClient } from '../../worker/connect.ts';
import { importMarks } from './marksActions.ts';

interface AddFilesDeps {
  readonly engine: Pick<EngineClient, 'listArchive'>;
  readonly view: ViewStore;
}

/** Adds files to the backtest's recordings; applies marks files found among them. */
export async function addFiles(
  { engine, view }: AddFilesDeps,
  found: readonly FoundFile[],
  unread: readonly RefusedFile[] = [],
  signal?: AbortSignal,
): Promise<void> {
  const marks: FoundFile[] = [];
  const others: FoundFile[] = [];
  for (const one of found) ((await holdsMarks(one.file, found.length <= maxFiles)) ? marks : others).push(one);
  const { recordings, refused } = await gather(engine, others, signal);
  const { changeBacktest } = view.getState().actions;
  changeBacktest((before) => withRecordings(before, recordings, [...unread, ...refused]));
  for (const { path, file } of marks) await importMarks(view, path, file);
}

/** With more files than this, a marks file is recognised by its name only, to avoid reading every file. */
const maxFiles = 8;

/** The name of exported marks, also as numbered by browsers after repeated downloads. */
const isCalledMarks = /^marks(?: ?\(\d+\))?\.json$/i;

async function holdsMarks(file: File, looks: boolean): Promise<boolean> {
  if (isCalledMarks.test(file.name)) return true;
  if (!looks) return false;
  try {
    return ownFormat(await file.slice(0, 200).text()) === 'marks';
  } catch (cause) {
    // The file is unreadable; the backtest reports that when it judges the file.
    if (!(cause instanceof DOMException)) throw cause;
    return false;
  }
}
