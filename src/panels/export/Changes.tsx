import { Button } from '../../ui/Button.tsx';
import { count, counted } from '../../ui/format.ts';
import { roving, RovingList } from '../../ui/RovingList.tsx';
import { visible } from '../../ui/visible.tsx';
import type { ChangedPlace, LeavingReport } from '../../worker/leaving-protocol.ts';
import { kindWords } from '../hiddenKinds.ts';
import styles from './Export.module.css';

interface ChangesProps {
  readonly report: LeavingReport | undefined;
  readonly onChoose: (change: ChangedPlace) => void;
  readonly onText: () => void;
}

/** Each place where a stand-in is, with what it replaces. The originals are shown here only: they do not leave. */
export function Changes({ report, onChoose, onText }: ChangesProps) {
  const changes = report?.changes ?? [];
  const total = report?.changedPlaces ?? 0;
  return (
    <>
      <div className={styles.bar}>
        <h3 className={styles.heading}>Replaced</h3>
        <span className={styles.about}>{counted(total, 'place')}. Only the stand-ins leave.</span>
        <span className={styles.room} />
        <Button look="quiet" onClick={onText}>
          Show the text
        </Button>
      </div>
      <RovingList className={styles.changes} aria-label="Replaced values">
        {changes.map((change, at) => (
          // One text may hold several values, so the index is the key; the list is replaced as a whole.
          <li key={at}>
            <button type="button" className={styles.change} {...roving} onClick={() => onChoose(change)}>
              <span className={styles.path} dir="auto">
                {visible(change.path)}
              </span>
              <span className={styles.kindWord}>{kindWords[change.kind]}</span>
              <span className={styles.values}>
                <del dir="auto">{visible(cut(change.before))}</del>
                <span aria-hidden="true"> → </span>
                <ins dir="auto">{cut(change.after)}</ins>
              </span>
            </button>
          </li>
        ))}
        {changes.length < total && <li className={styles.quiet}>and {count(total - changes.length)} more places</li>}
      </RovingList>
    </>
  );
}

const cut = (text: string): string => (text.length <= 80 ? text : `${text.slice(0, 50)}…${text.slice(-20)}`);
