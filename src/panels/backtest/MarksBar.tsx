import { useMemo } from 'react';
import { useView, useViewStore, useViewActions } from '../../state/useView.ts';
import { Button } from '../../ui/Button.tsx';
import { FilePicker } from '../FilePicker.tsx';
import { useSaveAsItIs } from '../textsOut.ts';
import { marksFile, importMarks } from './marksActions.ts';
import type { Row } from './rows.ts';
import type { RuleColumn } from './useRules.ts';
import { transferredMarks, type WaitingMark, waitingMarks, withoutMarks } from '../../state/marks.ts';
import { count, counted } from '../../ui/format.ts';
import styles from './Backtest.module.css';
import { markWords } from './words.ts';

/** Imports and exports marks. They are kept on this device with the workspace. */
export function MarksBar({
  rows,
  columns,
}: {
  readonly rows: readonly Row[];
  readonly columns: readonly RuleColumn[];
}) {
  const view = useViewStore();
  const save = useSaveAsItIs();
  const marks = useView(({ backtest }) => backtest.marks);
  const add = (files: readonly File[]) => {
    for (const file of files) importMarks(view, file.name, file).catch((cause: unknown) => reportError(cause));
  };
  return (
    <span className={styles.marks}>
      <FilePicker label="Files of marks" button="Import marks…" onFiles={add} />
      <Button
        disabled={marks.size === 0}
        onClick={() => save({ text: marksFile(marks, rows, columns), fileName: 'marks.json' })}
      >
        Export marks
      </Button>
    </span>
  );
}

/** Marks shown at most. */
const maxShown = 200;

/** Marks without a loaded session, each with its reason and the possible actions. */
export function WaitingMarks({ rows, allRead }: { readonly rows: readonly Row[]; readonly allRead: boolean }) {
  const marks = useView(({ backtest }) => backtest.marks);
  const { changeBacktest, does } = useViewActions();
  // Only when all recordings are read is it known which sessions are missing.
  const waiting = useMemo(
    () =>
      allRead
        ? waitingMarks(
            marks,
            rows.map(({ place }) => place),
          )
        : [],
    [allRead, marks, rows],
  );
  if (waiting.length === 0) return null;
  const changed = waiting.filter(({ namesake }) => namesake !== null);
  return (
    <details className={styles.waiting}>
      <summary>
        {counted(waiting.length, 'mark')} of {count(marks.size)} {waiting.length === 1 ? 'waits' : 'wait'} for a session
        that is not here
      </summary>
      <p className={styles.bar}>
        {changed.length > 0 && (
          <Button
            onClick={() =>
              does('use marks for changed sessions', () =>
                changeBacktest((before) => transferredMarks(before, changed)),
              )
            }
          >
            Use {counted(changed.length, 'mark')} for the {changed.length === 1 ? 'session' : 'sessions'} that may be
            meant
          </Button>
        )}
        <Button
          look="quiet"
          onClick={() => does('delete marks', () => changeBacktest((before) => withoutMarks(before, waiting)))}
        >
          Delete {waiting.length === 1 ? 'the mark' : 'these marks'}
        </Button>
      </p>
      <ul aria-label="Marks without a session">
        {waiting.slice(0, maxShown).map((one) => (
          <li key={`${one.marked.content} ${one.marked.entry} ${one.marked.name}`} className={styles.failed}>
            <span className={styles.name}>{one.marked.name}</span> {reasonFor(one)}
          </li>
        ))}
      </ul>
      {waiting.length > maxShown && <p className={styles.more}>and {count(waiting.length - maxShown)} more</p>}
    </details>
  );
}

function reasonFor({ marked: { name, title, entry, content, mark }, namesake }: WaitingMark): string {
  const what = `${title === '' ? `Session ${entry}` : `“${title}”`} ${markWords[mark]}.`;
  if (namesake === null) return `${what} Add the file that contains it.`;
  const which = namesake.name === name ? 'A session of this name' : namesake.name;
  return content === null
    ? `${what} ${which} may be meant.`
    : `${what} ${which} is loaded, but its text has changed, so the mark may not apply to it.`;
}
