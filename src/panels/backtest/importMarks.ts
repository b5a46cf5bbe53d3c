import { keepMarks } from '../../state/keptMarks.ts';
import { tabStorageOf } from '../../state/tabStorage.ts';
import { withMarks } from '../../state/marks.ts';
import { readMarks } from '../../state/marksFile.ts';
import type { ViewStore } from '../../state/view.ts';
import { counted } from '../../ui/format.ts';

/** Adds the marks of a file, which take precedence over existing ones. The backtest shows the outcome. */
export async function importMarks(view: ViewStore, name: string, file: Pick<Blob, 'text'>): Promise<void> {
  keepMarks(view, tabStorageOf(window));
  const { changeBacktest } = view.getState().actions;
  const say = (said: string) => changeBacktest(() => ({ marksMessage: said }));
  try {
    const read = readMarks(await file.text());
    if (!read.ok) return say(`${name}: ${read.problem.message}`);
    say(`${name}: ${counted(read.value.length, 'mark')} read.`);
    changeBacktest((before) => withMarks(before, read.value));
  } catch (cause) {
    // The file was moved, or is larger than the longest possible string.
    if (!(cause instanceof DOMException)) throw cause;
    say(`The browser could not read ${name} (${cause.message}).`);
  }
}
