import { keepMarks } from '../../state/keptMarks.ts';
import { tabStorageOf } from '../../state/tabStorage.ts';
import { withMarks } from '../../state/marks.ts';
import { readMarks } from '../../state/marksFile.ts';
import type { ViewStore } from '../../state/view.ts';
import { counted } from '../../ui/format.ts';

/** Marks from a file, over those that are there; what came of it is said in the dialog of many sessions. */
export async function takeInMarks(view: ViewStore, name: string, file: Pick<Blob, 'text'>): Promise<void> {
  keepMarks(view, tabStorageOf(window));
  const { changeBacktest } = view.getState().actions;
  const say = (said: string) => changeBacktest(() => ({ said }));
  try {
    const read = readMarks(await file.text());
    if (!read.ok) return say(`${name}: ${read.problem.message}`);
    say(`${name}: ${counted(read.value.length, 'mark')} read.`);
    changeBacktest((before) => withMarks(before, read.value));
  } catch (cause) {
    // The file was moved, or is larger than a string may be.
    if (!(cause instanceof DOMException)) throw cause;
    say(`The browser could not read ${name} (${cause.message}).`);
  }
}
