import { useState } from 'react';
import { type Column, Grid } from '../../ui/Grid.tsx';
import { rowHeight } from '../../ui/useWindow.ts';
import type { ExplainedElement } from '../../worker/protocol.ts';
import { ElementOutcome } from './ElementOutcome.tsx';
import { type ElementColumn, type ElementSort, sortedElements } from './sortedElements.ts';
import { Preview } from './Value.tsx';
import styles from './Why.module.css';

const columns: readonly (Column<ExplainedElement> & { readonly id: ElementColumn })[] = [
  {
    id: 'index',
    title: '#',
    track: '52px',
    align: 'end',
    sortable: true,
    cell: ({ index }) => <span className={styles.index}>[{index}]</span>,
  },
  {
    id: 'element',
    title: 'element',
    track: 'minmax(0, 2fr)',
    sortable: true,
    cell: ({ element }) => <Preview value={element} />,
  },
  {
    id: 'outcome',
    title: 'result',
    track: 'minmax(0, 1fr)',
    sortable: true,
    cell: (element) => <ElementOutcome element={element} />,
  },
  {
    id: 'decides',
    title: 'decided',
    track: '64px',
    sortable: true,
    cell: ({ decides }) => decides && <span className={styles.decides}>decided</span>,
  },
];

const maxRows = 9;

/** A table of many elements, sortable, with only visible rows rendered. Deciding elements come first. */
export function ElementGrid({ elements }: { readonly elements: readonly ExplainedElement[] }) {
  const [sort, setSort] = useState<ElementSort>({ column: 'decides', direction: 'ascending' });
  const [cursor, setCursor] = useState<number | null>(null);
  const sorted = sortedElements(elements, sort);
  return (
    <div style={{ height: (Math.min(elements.length, maxRows) + 1) * rowHeight }}>
      <Grid
        label="Elements tried"
        columns={columns}
        count={sorted.length}
        rowAt={(index) => sorted[index]}
        cursor={cursor}
        onCursor={setCursor}
        sort={sort}
        onSort={({ column, direction }) => {
          const chosen = columns.find(({ id }) => id === column);
          if (chosen !== undefined) setSort({ column: chosen.id, direction });
        }}
      />
    </div>
  );
}
