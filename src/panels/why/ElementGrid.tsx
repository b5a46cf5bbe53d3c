import { useState } from 'react';
import { type Column, Grid, type Sort } from '../../ui/Grid.tsx';
import { rowHeight } from '../../ui/useWindow.ts';
import type { ExplainedElement } from '../../worker/protocol.ts';
import { ElementOutcome } from './ElementOutcome.tsx';
import { Preview, ReadValue, WrittenAt } from './Value.tsx';
import styles from './Why.module.css';
import { unreachable } from '../../base/unreachable.ts';

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
    cell: ({ element, path }) =>
      path === null ? <Preview value={element} /> : <ReadValue path={path} value={element} />,
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
  {
    id: 'written',
    title: 'written',
    track: '72px',
    from: 360,
    align: 'end',
    sortable: true,
    cell: ({ writtenAt }) => <WrittenAt turn={writtenAt} />,
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

/** Columns that elements can be sorted by. */
type ElementColumn = 'index' | 'element' | 'outcome' | 'decides' | 'written';

interface ElementSort extends Sort {
  readonly column: ElementColumn;
}

/** Numbers are sorted by size, other values by text; equal ones keep the list's order. */
export function sortedElements(
  elements: readonly ExplainedElement[],
  { column, direction }: ElementSort,
): readonly ExplainedElement[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return elements.toSorted((a, b) => sign * compare(column, a, b) || a.index - b.index);
}

function compare(column: ElementColumn, a: ExplainedElement, b: ExplainedElement): number {
  switch (column) {
    case 'index':
      return a.index - b.index;
    case 'element':
      return byText(a.element.text, b.element.text);
    case 'outcome':
      return byText(a.value?.text ?? a.message ?? '', b.value?.text ?? b.message ?? '');
    case 'written':
      return (a.writtenAt ?? -1) - (b.writtenAt ?? -1);
    case 'decides':
      return Number(b.decides) - Number(a.decides);
    default:
      return unreachable(column);
  }
}

function byText(a: string, b: string): number {
  const difference = Number(a) - Number(b);
  if (!Number.isNaN(difference)) return difference;
  return a < b ? -1 : a > b ? 1 : 0;
}
