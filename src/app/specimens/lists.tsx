import { useState } from 'react';
import { type Column, Grid, type Sort } from '../../ui/Grid.tsx';
import { Tree, type TreeLine } from '../../ui/Tree.tsx';
import { marks, VerdictMark } from '../../ui/VerdictMark.tsx';
import styles from './Specimens.module.css';

const columns: readonly Column<number>[] = [
  { id: 'number', title: '#', track: '64px', align: 'end', sortable: true, cell: (row) => row },
  { id: 'text', title: 'text', track: '1fr', cell: (row) => `row number ${row}` },
  {
    id: 'mark',
    title: 'mark',
    track: '48px',
    align: 'centre',
    cell: (row) => <VerdictMark mark={marks[row % marks.length] ?? 'n/a'} label="mark" />,
  },
];

const rows = 100_000;

export function GridSpecimen() {
  const [cursor, setCursor] = useState(3);
  const [sort, setSort] = useState<Sort>({ column: 'number', direction: 'ascending' });
  return (
    <div className={styles.box}>
      <Grid
        label="Specimen rows"
        columns={columns}
        count={rows}
        rowAt={(index) => (sort.direction === 'ascending' ? index : rows - 1 - index)}
        cursor={cursor}
        onCursor={setCursor}
        sort={sort}
        onSort={setSort}
      />
    </div>
  );
}

export function TreeSpecimen() {
  const [open, setOpen] = useState(true);
  const [selected, setSelected] = useState('root');
  const children: readonly TreeLine[] = ['input', 'output', 'capabilities'].map((id, index) => ({
    id,
    level: 2,
    place: index + 1,
    siblings: 3,
    open: null,
    content: <code>{id}</code>,
  }));
  return (
    <div className={styles.box}>
      <Tree
        label="Specimen tree"
        lines={[
          { id: 'root', level: 1, place: 1, siblings: 1, open, content: <code>context</code> },
          ...(open ? children : []),
        ]}
        selected={selected}
        onSelect={setSelected}
        onToggle={(_, opening) => setOpen(opening)}
      />
    </div>
  );
}
