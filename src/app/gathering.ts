import { filesIn } from '../services/backtest/dropped.ts';
import { type FoundFile, gather } from '../services/backtest/recordings.ts';
import { withRecordings } from '../state/backtest.ts';
import type { Bench } from './bench.ts';

/** Takes in folders, archives and many files: they are listed beside each other, and read when their turn comes. */
export async function openMany(
  { engine, view, notices }: Bench,
  files: readonly File[],
  entries: readonly FileSystemEntry[],
): Promise<void> {
  const { tell, clearMessage, showDialog } = notices.getState().actions;
  tell('Listing the files…', { fades: false });
  const dropped = entries.length > 0 ? await filesIn(entries) : { found: files.map(foundIn), refused: [] };
  const gathered = await gather(engine, dropped.found);
  const refused = [...dropped.refused, ...gathered.refused];
  view.getState().actions.changeBacktest((before) => withRecordings(before, gathered.recordings, refused));
  clearMessage();
  showDialog('backtest');
}

const foundIn = (file: File): FoundFile => ({ path: file.webkitRelativePath || file.name, file });
