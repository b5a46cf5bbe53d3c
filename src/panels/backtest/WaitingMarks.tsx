import { useMemo } from 'react';
import { handedOn, type WaitingMark, waitingMarks, withoutMarks } from '../../state/marks.ts';
import { useView, useViewActions } from '../../state/useView.ts';
import { Button } from '../../ui/Button.tsx';
import { count, counted } from '../../ui/format.ts';
import styles from './Backtest.module.css';
import type { Row } from './rows.ts';
import { markWords } from './words.ts';

/** So many are shown at once. */
const most = 200;

/** Marks whose sessions are not here, each with its reason, and what can be done about it. */
export function WaitingMarks({ rows, allRead }: { readonly rows: readonly Row[]; readonly allRead: boolean }) {
  const marks = useView(({ backtest }) => backtest.marks);
  const { changeBacktest } = useViewActions();
  // Until all are read, whose session is here is not known.
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
          <Button onClick={() => changeBacktest((before) => handedOn(before, changed))}>
            Use {count(changed.length)} for the {changed.length === 1 ? 'session' : 'sessions'} that may be meant
          </Button>
        )}
        <Button look="quiet" onClick={() => changeBacktest((before) => withoutMarks(before, waiting))}>
          Forget {waiting.length === 1 ? 'it' : 'them'}
        </Button>
      </p>
      <ul aria-label="Marks that wait">
        {waiting.slice(0, most).map((one) => (
          <li key={`${one.marked.content} ${one.marked.entry} ${one.marked.name}`} className={styles.failed}>
            <span className={styles.name}>{one.marked.name}</span> {reasonFor(one)}
          </li>
        ))}
      </ul>
      {waiting.length > most && <p className={styles.more}>and {count(waiting.length - most)} more</p>}
    </details>
  );
}

function reasonFor({ marked: { name, title, entry, content, mark }, namesake }: WaitingMark): string {
  const what = `${title === '' ? `Session ${entry}` : `“${title}”`} ${markWords[mark]}.`;
  if (namesake === null) return `${what} Add the file that it is in.`;
  const which = namesake.name === name ? 'A session of this name' : namesake.name;
  return content === null
    ? `${what} ${which} may be meant.`
    : `${what} ${which} is here, but its text is another: the mark may not hold for it.`;
}
