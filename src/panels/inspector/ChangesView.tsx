import { useQuery } from '@tanstack/react-query';
import { formatPath } from '../../engine/model/path.ts';
import { changesQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCalmCursor, useDecisions, useSession } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import type { Change, ValuePreview } from '../../worker/protocol.ts';
import { EmptyState, Failure } from '../../ui/EmptyState.tsx';
import { counted } from '../../ui/format.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { visible } from '../../ui/visible.tsx';
import { bookkeepingLast } from './bookkeeping.ts';
import styles from './InspectorPanel.module.css';
import { shownText, ValueText } from '../ValueText.tsx';

/** The changes of the turn at the cursor to the context state. */
export function ChangesView() {
  const cursor = useCalmCursor();
  const query = useQuery(changesQuery(useEngine(), useSession().ref, cursor, useDecisions()));

  if (query.isPending) return <Skeleton lines={6} label="Loading changes" />;
  if (query.isError) return <Failure message={query.error.message} />;
  if (cursor < 0) return <EmptyState title="There is no change before the first turn." />;
  const { changes, isCut } = query.data;
  if (changes.length === 0) return <EmptyState title={`Turn ${cursor} changed nothing in the context.`} />;
  return (
    <>
      <div className={styles.strip}>
        <span className={styles.aside}>
          {isCut && 'more than '}
          {counted(changes.length, 'place')} changed by turn {cursor}
        </span>
      </div>
      <ul className={styles.changes} aria-label="Changes">
        {bookkeepingLast(changes).map((change) => (
          <ChangeItem key={formatPath(change.path)} change={change} />
        ))}
      </ul>
    </>
  );
}

function ChangeItem({ change: { path, before, after } }: { readonly change: Change }) {
  const { focusPath, openTab } = useViewActions();
  const show = () => {
    focusPath(path);
    openTab('state');
  };
  const name = formatPath(path.slice(1));
  const short = fitsOneLine(name, before, after);
  return (
    <li className={styles.change} data-short={short}>
      <button type="button" className={styles.changePath} title="Show it in the state" onClick={show}>
        {visible(name)}
      </button>
      {short ? (
        <span className={styles.step}>
          <Side name="before" value={before} absent="absent" />
          <span className={styles.arrow} aria-hidden="true">
            →
          </span>
          <Side name="after" value={after} absent="gone" />
        </span>
      ) : (
        <div className={styles.pair}>
          <span className={styles.sign} data-sign="before" aria-hidden="true">
            −
          </span>
          <Side name="before" value={before} absent="absent" />
          <span className={styles.sign} data-sign="after" aria-hidden="true">
            +
          </span>
          <Side name="after" value={after} absent="gone" />
        </div>
      )}
    </li>
  );
}

interface SideProps {
  readonly name: 'before' | 'after';
  readonly value: ValuePreview | null;
  readonly absent: string;
}

function Side({ name, value, absent }: SideProps) {
  return (
    <span className={styles.value}>
      <span className="visually-hidden">{name}: </span>
      {value === null ? <span className={styles.absent}>{absent}</span> : <ValueText preview={value} fold />}
    </span>
  );
}

/** Whether a path and both its values fit on one line, in characters of the monospaced font. */
const fitsOneLine = (path: string, ...values: readonly (ValuePreview | null)[]) =>
  values.reduce((length, value) => length + (value === null ? 6 : shownText(value).length), path.length) <= 56;
