import type {
  CapabilityInvocation,
  CapabilityRow,
  InvocationSort,
  Latency,
  ValuePreview,
} from '../../worker/protocol.ts';
import { count, milliseconds, timeOfDay } from '../../ui/format.ts';
import type { Column, Sort } from '../../ui/Grid.tsx';
import { visible } from '../../ui/visible.tsx';
import { OutcomeText } from '../OutcomeText.tsx';
import { ValueText } from '../ValueText.tsx';
import styles from './Capabilities.module.css';
import { Axis, Strip } from './Latencies.tsx';
import type { LatencyScale } from './latencyScale.ts';

/** A capability, or the sums of all that are listed. */
export type TableRow = CapabilityRow | Sums;

interface Sums extends Counts, Pick<CapabilityRow, 'latency'> {
  readonly function: null;
  readonly listed: string;
}

export type Counts = Pick<CapabilityRow, 'uses' | 'successful' | 'errored' | 'restricted'>;

const number = (value: number | null) =>
  value === null ? 'unknown' : <span data-zero={value === 0}>{count(value)}</span>;

interface CountColumn {
  readonly id: keyof Counts;
  readonly title: string;
  readonly term: string;
  readonly track: string;
}

const counts: readonly CountColumn[] = [
  { id: 'uses', title: 'calls', term: 'size(inputs): all calls, those without a result too', track: '44px' },
  { id: 'successful', title: 'ok', term: 'count_successful', track: '36px' },
  { id: 'errored', title: 'failed', term: 'count_errored', track: '48px' },
  { id: 'restricted', title: 'blocked', term: 'count_restricted: kept from running by a guardrail', track: '56px' },
];

/** The columns of the table; those of the times only where `scale` is not null. */
export const capabilityColumns = (scale: LatencyScale | null): readonly Column<TableRow>[] => [
  {
    id: 'function',
    title: 'function',
    track: 'minmax(88px, 4fr)',
    sortable: true,
    cell: (row) =>
      row.function === null ? (
        <span className={styles.sums} title={`${row.listed}${timesInWords(row.latency)}`}>
          {row.listed}
        </span>
      ) : (
        <code className={styles.function} title={`${row.function}, ${row.kind}${timesInWords(row.latency)}`}>
          {visible(row.function)}
          {row.kind === 'agent' && <span className={styles.aside}> agent</span>}
        </code>
      ),
  },
  ...counts.map(({ id, title, term, track }): Column<TableRow> => ({
    id,
    title: <span title={term}>{title}</span>,
    track,
    align: 'end',
    sortable: true,
    cell: (row) => number(row[id]),
  })),
  ...(scale === null ? [] : latencyColumns(scale)),
];

const latencyColumns = (scale: LatencyScale): readonly Column<TableRow>[] => [
  {
    id: 'latency',
    title: <Axis scale={scale} />,
    track: 'minmax(120px, 5fr)',
    from: 560,
    cell: (row) => <Strip latency={row.latency} scale={scale} />,
  },
  ...(['p50', 'p95'] as const).map((share): Column<TableRow> => ({
    id: share,
    title: share,
    track: '64px',
    from: 440,
    align: 'end',
    sortable: true,
    cell: (row) => row.latency !== null && milliseconds(row.latency[share]),
  })),
];

const timesInWords = (latency: Latency | null) =>
  latency === null
    ? ''
    : `\n${count(latency.count)} timed: p50 ${milliseconds(latency.p50)}, p95 ${milliseconds(latency.p95)}`;

const value = (preview: ValuePreview | null) =>
  preview === null ? <span className={styles.absent}>not recorded</span> : <ValueText preview={preview} />;

/** `times`: whether any call of the function has a recorded one. */
export const invocationColumns = (times: boolean): readonly Column<CapabilityInvocation>[] => [
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
  ...(times
    ? [
        {
          id: 'took',
          title: 'took',
          track: '56px',
          from: 400,
          align: 'end',
          sortable: true,
          cell: (row) => row.tookMs !== null && milliseconds(row.tookMs),
        } as const satisfies Column<CapabilityInvocation>,
      ]
    : []),
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

const orders: readonly InvocationSort['by'][] = ['index', 'turn', 'outcome', 'at', 'took'];

/** The sort order for the engine: sortable columns have its names as ids. */
export const sortOf = ({ column, direction }: Sort): InvocationSort => ({
  by: orders.find((by) => by === column) ?? 'index',
  descending: direction === 'descending',
});
