import { takeIn } from '../panels/backtest/takeIn.ts';
import { takeInMarks } from '../panels/backtest/takeInMarks.ts';
import { filesIn } from '../services/backtest/dropped.ts';
import { foundIn } from '../services/backtest/recordings.ts';
import type { OpeningDeps } from './openingDeps.ts';

/** Takes in folders, archives and many files: they are listed beside each other, and read when their turn comes. */
export async function openMany(
  { engine, view, notices }: OpeningDeps,
  files: readonly File[],
  entries: readonly FileSystemEntry[],
): Promise<void> {
  const { tell, clearMessage, showDialog } = notices.getState().actions;
  tell('Listing the files…', { fades: false });
  const { found, refused } = entries.length > 0 ? await filesIn(entries) : { found: files.map(foundIn), refused: [] };
  await takeIn({ engine, view }, found, refused);
  clearMessage();
  showDialog('backtest');
}

/** Marks of sessions are shown where they hold. */
export async function openMarks({ view, notices }: OpeningDeps, text: string, name: string): Promise<void> {
  await takeInMarks(view, name, new Blob([text]));
  notices.getState().actions.showDialog('backtest');
}
