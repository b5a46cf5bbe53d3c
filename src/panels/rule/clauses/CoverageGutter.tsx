import { useEffect, useMemo, useState } from 'react';
import { useJudgedRule, useRule } from '../../../state/useSession.ts';
import { useView } from '../../../state/useView.ts';
import type { RowsToFollow } from '../../../ui/editor/codeEditor.ts';
import { useRoving } from '../../../ui/useRoving.ts';
import { type Clause, clausesAt, rowsOf } from './clause.ts';
import { CoverageRow } from './CoverageRow.tsx';
import styles from './Gutter.module.css';
import { type Covered, useCoverage } from './useCoverage.ts';

/**
 * The clauses' counts beside the rows in which they begin. While new counts load, the last ones stay with their text.
 * The table below the rule has the same counts.
 */
export function CoverageGutter({ rows, isNarrow }: { readonly rows: RowsToFollow; readonly isNarrow: boolean }) {
  const { expression: written } = useRule();
  const { expression } = useJudgedRule();
  const source = useView((view) => view.coverage) ?? 'session';
  const { covered } = useCoverage();
  const shown = useLastOf(covered, expression, written);
  const clauses = useMemo(() => (shown === null ? nothing : clausesAt(shown.covered, shown.written)), [shown]);
  const placed = usePlaced(rows, clauses);
  const lines = useMemo(() => (placed === null ? nothing : rowsOf(placed.clauses, placed.tops)), [placed]);
  const { list, item } = useRoving<HTMLUListElement>(lines.length);

  return (
    <ul ref={list} className={styles.rows} aria-label="Coverage beside the rule">
      {lines.map((row, index) => (
        <li key={row.clauses[0].start} className={styles.row} style={{ top: row.top }}>
          <CoverageRow
            clauses={row.clauses}
            source={source}
            isStale={shown?.covered.expression !== expression}
            isNarrow={isNarrow}
            item={item(index)}
          />
        </li>
      ))}
    </ul>
  );
}

const nothing: readonly never[] = [];

interface Shown {
  readonly covered: Covered;
  /** The editor's text when the counts arrived; the counted text may have a tried number in it. */
  readonly written: string;
}

/** The last counts that matched the editor's text when they arrived; only then do their places fit. */
function useLastOf(covered: Covered | null, expression: string, written: string): Shown | null {
  const [last, setLast] = useState<Shown | null>(null);
  if (covered !== null && covered !== last?.covered && covered.expression === expression) setLast({ covered, written });
  // An empty rule has no clauses.
  return expression.trim() === '' ? null : last;
}

interface PlacedClauses {
  readonly clauses: readonly Clause[];
  readonly tops: readonly number[];
}

/** Each clause with the position of its row. The last ones stay until the new ones are placed. */
function usePlaced(rows: RowsToFollow, clauses: readonly Clause[]): PlacedClauses | null {
  const [placed, setPlaced] = useState<PlacedClauses | null>(null);
  // The editor reports the positions of rows.
  useEffect(
    () =>
      rows.followRows(
        clauses.map(({ start }) => start),
        (tops) => setPlaced({ clauses, tops }),
      ),
    [rows, clauses],
  );
  return placed;
}
