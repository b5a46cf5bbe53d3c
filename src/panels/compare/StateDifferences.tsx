import { useQuery } from '@tanstack/react-query';
import type { TurnIndex } from '../../engine/model/history.ts';
import { formatPath } from '../../engine/model/path.ts';
import { comparedStateQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useDecisions } from '../../state/useSession.ts';
import type { ValuePreview } from '../../worker/protocol.ts';
import { Failure } from '../../ui/EmptyState.tsx';
import { counted } from '../../ui/format.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { visible } from '../../ui/visible.tsx';
import { useComparison } from '../useComparison.ts';
import { ValueText } from '../ValueText.tsx';
import { afterTurn } from '../words.ts';
import styles from './Compare.module.css';

/** The places in all that a rule can see that differ between the two sessions after a row. */
export function StateDifferences({
  reached,
}: {
  readonly reached: { readonly here: TurnIndex; readonly there: TurnIndex };
}) {
  const compared = useComparison();
  return compared.kind === 'compared' ? <Listed compared={compared} reached={reached} /> : null;
}

interface ListedProps {
  readonly compared: Extract<ReturnType<typeof useComparison>, { kind: 'compared' }>;
  readonly reached: { readonly here: TurnIndex; readonly there: TurnIndex };
}

function Listed({ compared: { here, there, otherDecisions }, reached }: ListedProps) {
  const decisions = useDecisions();
  const query = useQuery(
    comparedStateQuery(useEngine(), {
      session: here.ref,
      other: there.ref,
      turn: reached.here,
      otherTurn: reached.there,
      decisions,
      otherDecisions,
    }),
  );
  if (query.isPending) return <Skeleton lines={4} label="Comparing the states" />;
  if (query.isError) return <Failure message={query.error.message} />;
  const { changes, isCut } = query.data;
  const moment = `${afterTurn(reached.here)} here and ${afterTurn(reached.there)} there`;
  if (changes.length === 0) return <p className={styles.quiet}>The states are the same {moment}.</p>;
  return (
    <>
      <p className={styles.quiet}>
        {isCut && 'more than '}
        {counted(changes.length, 'place')} {changes.length === 1 ? 'differs' : 'differ'} {moment}
      </p>
      <table className={styles.texts} aria-label="Differences of state">
        <thead>
          <tr>
            <th scope="col">place</th>
            <th scope="col">here</th>
            <th scope="col">there</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ path, before, after }) => (
            <tr key={formatPath(path)}>
              <th scope="row">{visible(formatPath(path))}</th>
              <Cell value={after} />
              <Cell value={before} />
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

const Cell = ({ value }: { readonly value: ValuePreview | null }) => (
  <td>{value === null ? <span className={styles.quiet}>absent</span> : <ValueText preview={value} fold />}</td>
);
