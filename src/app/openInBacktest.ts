import { addFiles } from '../panels/backtest/addFiles.ts';
import { importMarks } from '../panels/backtest/marksActions.ts';
import { filesIn } from '../services/backtest/dropped.ts';
import { foundIn } from '../services/backtest/recordings.ts';
import { type OpeningDeps, whileReading } from './commandContext.ts';

/** Adds folders, archives and many files to the backtest, which reads them one after the other. */
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
    await addFiles(deps, found, refused, signal);
    return true;
  });
  if (isListed !== null) deps.view.getState().actions.openMain('backtest');
}

/** Adds the marks of a file and opens the backtest, which shows them. */
export async function openMarks({ view }: OpeningDeps, text: string, name: string): Promise<void> {
  await importMarks(view, name, new Blob([text]));
  view.getState().actions.openMain('backtest');
}
