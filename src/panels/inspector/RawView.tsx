import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { rawQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCalmCursor, useSession } from '../../state/useSession.ts';
import { EmptyState, Failure } from '../../ui/EmptyState.tsx';
import { count } from '../../ui/format.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './InspectorPanel.module.css';
import { linesOf, type RawLine } from './rawLines.ts';

/** The text that the turn was understood from, with its neighbours. */
export function RawView() {
  const cursor = useCalmCursor();
  const raw = useQuery(rawQuery(useEngine(), useSession().ref, cursor));

  if (raw.isPending) return <Skeleton lines={12} label="Loading the source text" />;
  if (raw.isError) return <Failure message={raw.error.message} />;
  if (raw.data.text === '')
    return (
      <EmptyState title={cursor < 0 ? 'There is no turn yet.' : 'This turn has no text of its own in the source.'} />
    );
  const { firstLine, totalLines, highlight } = raw.data;
  const lines = linesOf(raw.data);
  return (
    <div className={styles.column}>
      <div className={styles.strip}>
        <span className={styles.aside}>
          {linesText(firstLine, lines.length)} of {count(totalLines)}
          {highlight === null && '; where the turn stands in it is not known'}
        </span>
      </div>
      <Source key={`${firstLine} ${highlight?.start}`} lines={lines} />
    </div>
  );
}

const linesText = (first: number, many: number) =>
  many === 1 ? `line ${count(first)}` : `lines ${count(first)}–${count(first + many - 1)}`;

function Source({ lines }: { readonly lines: readonly RawLine[] }) {
  const list = useRef<HTMLOListElement>(null);
  // The browser's scroll position: a turn's text begins where it is marked.
  useLayoutEffect(() => {
    const { current } = list;
    // The mark itself and not its line: a whole recording may stand on one.
    const marked = current?.querySelector('mark')?.getBoundingClientRect().top;
    if (current === null || marked === undefined) return;
    current.scrollTop += marked - current.getBoundingClientRect().top - lead;
  }, []);

  return (
    // A long text scrolls, so it must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ol ref={list} className={styles.raw} aria-label="Source text" tabIndex={0}>
      {lines.map((line) => (
        <li key={line.number} className={styles.rawLine} data-marked={line.marked !== ''}>
          <span className={styles.lineNumber}>{line.number}</span>
          <code className={styles.rawText}>
            {line.before}
            {line.marked !== '' && <mark>{line.marked}</mark>}
            {line.after}
          </code>
        </li>
      ))}
    </ol>
  );
}

/** Pixels of what comes before that stay in sight. */
const lead = 48;
