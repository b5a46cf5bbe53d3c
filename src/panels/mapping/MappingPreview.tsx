import { useQuery } from '@tanstack/react-query';
import { previewMappingQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { Failure } from '../../ui/EmptyState.tsx';
import { count, counted } from '../../ui/format.ts';
import { Scrolling } from '../../ui/Scrolling.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { visible } from '../../ui/visible.tsx';
import type { Mapping } from '../../worker/mapping-protocol.ts';
import { argumentsInShort } from '../words.ts';
import styles from './Mapping.module.css';

/** The first turns of a mapping's result, their number, and what is skipped or assumed. */
export function MappingPreview({ draft, mapping }: { readonly draft: string; readonly mapping: Mapping }) {
  const preview = useQuery(previewMappingQuery(useEngine(), { draft, mapping }));
  if (preview.isPending) return <Skeleton lines={8} label="Making the turns" />;
  if (preview.isError) return <Failure message={preview.error.message} />;
  const { sessions, turns, kinds, isCut, rows, doubts, notes } = preview.data;
  return (
    <>
      <p role="status" aria-label="Result of the mapping" aria-busy={preview.isPlaceholderData}>
        {sessions > 1 && `${counted(sessions, 'session')}; the first has `}
        {isCut && 'at least '}
        {counted(turns, 'turn')}: {count(kinds.input)} input, {count(kinds.llm)} llm, {count(kinds.capability)}{' '}
        capability.
      </p>
      <div role="status" className={styles.doubts} aria-label="Possible mistakes">
        {doubts.map(({ code, message }) => (
          <p key={code}>{message}</p>
        ))}
      </div>
      <Scrolling as="div" className={styles.rows} aria-label="First turns, and skipped entries">
        <table className={styles.table}>
          <caption className="visually-hidden">The first turns</caption>
          <thead>
            <tr>
              <th scope="col">turn</th>
              <th scope="col">kind</th>
              <th scope="col">what</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ index, kind, label, given, outcome, output }) => (
              <tr key={index}>
                <td>{index}</td>
                <td>{kind}</td>
                <td>
                  {label === '' ? <i>no text</i> : label}
                  {given !== null && given.length > 0 && (
                    <span className={styles.aside}> {argumentsInShort(given)}</span>
                  )}
                  {outcome !== null && outcome !== 'successful' && <strong> {outcome}</strong>}
                  {output !== null && <span className={styles.output}> → {output}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {turns > rows.length && <p className={styles.aside}>{count(turns - rows.length)} more.</p>}
        {notes.length > 0 && (
          <ul className={styles.notes} aria-label="What is skipped or assumed">
            {notes.map(({ severity, code, message, place }) => (
              <li key={`${code} ${place}`}>
                <b>{severity}</b> {visible(message)}
              </li>
            ))}
          </ul>
        )}
      </Scrolling>
    </>
  );
}
