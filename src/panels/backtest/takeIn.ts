import { type FoundFile, gather } from '../../services/backtest/recordings.ts';
import { type RefusedFile, withRecordings } from '../../state/backtest.ts';
import { ownFormat } from '../../state/ownFormat.ts';
import type { ViewStore } from '../../state/view.ts';
import type { EngineClient } from '../../worker/connect.ts';
import { takeInMarks } from './takeInMarks.ts';

interface TakeInDeps {
  readonly engine: Pick<EngineClient, 'listArchive'>;
  readonly view: ViewStore;
}

/** Lists files among the recordings to be judged; marks that lie beside them hold for them. */
export async function takeIn(
  { engine, view }: TakeInDeps,
  found: readonly FoundFile[],
  unread: readonly RefusedFile[] = [],
  signal?: AbortSignal,
): Promise<void> {
  const marks: FoundFile[] = [];
  const others: FoundFile[] = [];
  for (const one of found) ((await holdsMarks(one.file, found.length <= few)) ? marks : others).push(one);
  const { recordings, refused } = await gather(engine, others, signal);
  const { changeBacktest } = view.getState().actions;
  changeBacktest((before) => withRecordings(before, recordings, [...unread, ...refused]));
  for (const { path, file } of marks) await takeInMarks(view, path, file);
}

/** Where there are more, the name has to say it: none of them is read before its turn. */
const few = 8;

/** As marks are exported, and as browsers number what is downloaded twice. */
const isCalledMarks = /^marks(?: ?\(\d+\))?\.json$/i;

async function holdsMarks(file: File, looks: boolean): Promise<boolean> {
  if (isCalledMarks.test(file.name)) return true;
  if (!looks) return false;
  try {
    return ownFormat(await file.slice(0, 200).text()) === 'marks';
  } catch (cause) {
    // What the browser cannot read is told when its turn comes.
    if (!(cause instanceof DOMException)) throw cause;
    return false;
  }
}
