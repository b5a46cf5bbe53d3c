import { takeIn } from '../panels/backtest/takeIn.ts';
import { takeInMarks } from '../panels/backtest/takeInMarks.ts';
import { filesIn } from '../services/backtest/dropped.ts';
import { foundIn } from '../services/backtest/recordings.ts';
import { type OpeningDeps, whileReading } from './openingDeps.ts';

/** Takes in folders, archives and many files: they are listed beside each other, and read when their turn comes. */
export async function openMany(
  deps: OpeningDeps,
  files: readonly File[],
  entries: readonly FileSystemEntry[],
): Promise<void> {
  const [first] = files;
  const name = files.length === 1 && first !== undefined ? first.name : 'the selection';
  const isListed = await whileReading(deps, name, async (signal) => {
    const { found, refused } =
      entries.length > 0 ? await filesIn(entries, signal) : { found: files.map(foundIn), refused: [] };
    await takeIn(deps, found, refused, signal);
    return true;
  });
  if (isListed !== null) deps.notices.getState().actions.showDialog('backtest');
}

/** Marks of sessions are shown where they hold. */
export async function openMarks({ view, notices }: OpeningDeps, text: string, name: string): Promise<void> {
  await takeInMarks(view, name, new Blob([text]));
  notices.getState().actions.showDialog('backtest');
}
