import type { CapabilityInvocation, CapabilityRow, InvocationSort, ValuePreview } from '../../worker/protocol.ts';
import { count, timeOfDay } from '../../ui/format.ts';
import type { Column, Sort } from '../../ui/Grid.tsx';
import { visible } from '../../ui/visible.tsx';
import { OutcomeText } from '../OutcomeText.tsx';
import styles from './Capabilities.module.css';
import { ValueText } from '../ValueText.tsx';

const number = (value: number | null) =>
  value === null ? 'unknown' : <span data-zero={value === 0}>{count(value)}</span>;

export const capabilityColumns: readonly Column<CapabilityRow>[] = [
  {
    id: 'function',
    title: 'function',
    track: 'minmax(80px, 1fr)',
    sortable: true,
    cell: (row) => (
      <code className={styles.function} title={`${row.function}, ${row.kind}`}>
        {visible(row.function)}
      </code>
    ),
  },
  {
    id: 'kind',
    title: 'kind',
    track: '40px',
    from: 360,
    cell: (row) => <span className={styles.aside}>{row.kind}</span>,
  },
  {
    id: 'successful',
    title: 'succ.',
    track: '44px',
    align: 'end',
    sortable: true,
    cell: (row) => number(row.successful),
  },
  { id: 'errored', title: 'err.', track: '44px', align: 'end', sortable: true, cell: (row) => number(row.errored) },
  {
    id: 'restricted',
    title: 'restr.',
    track: '44px',
    align: 'end',
    sortable: true,
    cell: (row) => number(row.restricted),
  },
];

const value = (preview: ValuePreview | null) =>
  preview === null ? <span className={styles.absent}>not recorded</span> : <ValueText preview={preview} />;

export const invocationColumns: readonly Column<CapabilityInvocation>[] = [
  { id: 'index', title: 'CEL', track: '36px', align: 'end', sortable: true, cell: (row) => <code>[{row.index}]</code> },
  { id: 'turn', title: 'turn', track: '40px', align: 'end', sortable: true, cell: (row) => row.turn },
  { id: 'input', title: 'input', track: 'minmax(64px, 1fr)', cell: (row) => value(row.input) },
  { id: 'output', title: 'output', track: 'minmax(64px, 1fr)', cell: (row) => value(row.output) },
  {
    id: 'outcome',
    title: 'status',
    track: '64px',
    sortable: true,
    cell: (row) => <OutcomeText outcome={row.outcome} />,
  },
  {
    id: 'at',
    title: 'time',
    track: '56px',
    from: 400,
    align: 'end',
    sortable: true,
    cell: (row) => (row.at === null ? '' : <span title={row.at}>{timeOfDay(row.at)}</span>),
  },
];

const orders: readonly InvocationSort['by'][] = ['index', 'turn', 'outcome', 'at'];

/** The sort order for the engine: sortable columns have its names as ids. */
export const sortOf = ({ column, direction }: Sort): InvocationSort => ({
  by: orders.find((by) => by === column) ?? 'index',
  descending: direction === 'descending',
});
