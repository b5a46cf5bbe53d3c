import { useQuery, useQueries } from '@tanstack/react-query';
import { formatPath } from '../../engine/model/path.ts';
import { lazy, Suspense, useMemo, useState } from 'react';
import {
  capabilitiesQuery,
  invocationsQuery,
  latencyQuery,
  toolDefinitionQuery,
} from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCalmCursor, useDecisions, useSession } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import type { CapabilityRow, Latency, ToolDescription as Description } from '../../worker/protocol.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState, Failure } from '../../ui/EmptyState.tsx';
import { count, counted } from '../../ui/format.ts';
import { Grid, type Sort } from '../../ui/Grid.tsx';
import { Region } from '../../ui/Region.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { visible } from '../../ui/visible.tsx';
import { Picture } from '../Picture.tsx';
import { useTurnWords } from '../useTurnWords.ts';
import { capabilityColumns, invocationColumns, sortOf, type TableRow } from './capabilityColumns.tsx';
import { matching, sortedCapabilities, sumsOf } from './capabilityOrder.ts';
import styles from './Capabilities.module.css';
import { LatencyDrawing, Legend } from './Latencies.tsx';
import { latencyScale } from './latencyScale.ts';

const InvocationDetail = lazy(async () => ({ default: (await import('./InvocationDetail.tsx')).InvocationDetail }));
const ToolDescription = lazy(async () => ({ default: (await import('./ToolDescription.tsx')).ToolDescription }));

/**
 * The functions of the context at the cursor with their counts and times, and below them the invocations of one function
 * with their index in CEL.
 */
export function CapabilitiesPanel() {
  const { ref } = useSession();
  // A new key per session: what was typed for another one selects nothing here.
  return <Capabilities key={ref.id} />;
}

function Capabilities() {
  const cursor = useCalmCursor();
  const rows = useQuery(capabilitiesQuery(useEngine(), useSession().ref, cursor, useDecisions()));
  const [filter, setFilter] = useState('');
  const hasRows = rows.isPending || (rows.isSuccess && rows.data !== null && rows.data.length > 0);
  return (
    <Region
      name="Capabilities"
      inTabs
      actions={
        hasRows ? (
          <TextField
            label="Filter capabilities"
            placeholder="Filter by name"
            className={styles.filter}
            isFilter
            value={filter}
            onChange={setFilter}
          />
        ) : undefined
      }
    >
      {rows.isPending ? (
        <Skeleton lines={8} label="Loading capabilities" />
      ) : rows.isError ? (
        <Failure message={rows.error.message} />
      ) : (
        <Filtered all={rows.data} filter={filter} />
      )}
    </Region>
  );
}

interface FilteredProps {
  /** Null where the recording does not hold them. */
  readonly all: readonly CapabilityRow[] | null;
  readonly filter: string;
}

function Filtered({ all, filter }: FilteredProps) {
  if (all === null) return <EmptyState title="Unknown: the recording does not hold context.capabilities." />;
  if (all.length === 0) return <EmptyState title="No capability is declared or used in this session." />;
  const found = matching(all, filter);
  if (found.length === 0) return <EmptyState title={`No capability has “${filter}” in its name.`} />;
  return <Found found={found} all={all} />;
}

interface FoundProps {
  /** The capabilities that the filter selects. */
  readonly found: readonly CapabilityRow[];
  readonly all: readonly CapabilityRow[];
}

function Found({ found, all }: FoundProps) {
  const cursor = useCalmCursor();
  const words = useTurnWords();
  const [chosen, setChosen] = useState<string | null>(null);
  const [inner, setInner] = useState<Sort>({ column: 'index', direction: 'ascending' });
  const [below, setBelow] = useState<'values' | 'definition' | null>(null);
  const shown = shownOf(found, chosen);
  const tool = useDefinition(shown?.function);
  if (shown === undefined) return null;
  const path = formatPath(['context', 'capabilities', shown.function]);
  const toggle = (what: 'values' | 'definition') => setBelow(below === what ? null : what);
  return (
    <div className={styles.column}>
      <CapabilityTable found={found} all={all} shown={shown} onChoose={setChosen} />
      <div className={styles.strip}>
        <code className={styles.path} title={path}>
          {visible(path)}
        </code>
        <span className={styles.aside}>{words.upTo(cursor)}</span>
        {tool !== null && (
          <Button look="quiet" aria-pressed={below === 'definition'} onClick={() => toggle('definition')}>
            Definition
          </Button>
        )}
        <Button look="quiet" aria-pressed={below === 'values'} onClick={() => toggle('values')}>
          Whole values
        </Button>
      </div>
      <div className={styles.fill}>
        <InvocationTable
          key={shown.function}
          name={shown.function}
          count={shown.uses}
          times={shown.latency !== null}
          sort={inner}
          onSort={setInner}
          onChoose={() => setChosen(shown.function)}
        />
      </div>
      {below === 'definition' && tool !== null && (
        <div className={styles.whole}>
          <Suspense fallback={<Skeleton lines={4} label="Loading the definition" />}>
            <ToolDescription tool={tool} />
          </Suspense>
        </div>
      )}
      {below === 'values' && (
        <div className={styles.whole}>
          <Suspense fallback={<Skeleton lines={4} label="Loading the call" />}>
            <InvocationDetail name={shown.function} />
          </Suspense>
        </div>
      )}
    </div>
  );
}

/** What is recorded of a function at the cursor; null without a definition, and until it is known. */
function useDefinition(name: string | undefined): Description | null {
  const asked = { session: useSession().ref, turn: useCalmCursor(), function: name ?? '' };
  return useQuery({ ...toolDefinitionQuery(useEngine(), asked), enabled: name !== undefined }).data ?? null;
}

interface CapabilityTableProps extends FoundProps {
  readonly shown: CapabilityRow;
  readonly onChoose: (name: string) => void;
}

/** The sums come first, so that they are in sight however many capabilities there are. */
function CapabilityTable({ found, all, shown, onChoose }: CapabilityTableProps) {
  const [order, setOrder] = useState<Sort>({ column: 'uses', direction: 'descending' });
  // The scale stays while a filter is typed.
  const scale = useMemo(() => latencyScale(all.flatMap(({ latency }) => (latency === null ? [] : [latency]))), [all]);
  const columns = useMemo(() => capabilityColumns(scale), [scale]);
  const sorted = sortedCapabilities(found, order);
  const listed =
    found.length === all.length
      ? counted(all.length, 'function')
      : `${count(found.length)} of ${counted(all.length, 'function')}`;
  const latency = useLatency(found, scale !== null);
  const lines: readonly TableRow[] = [{ function: null, listed, ...sumsOf(found), latency }, ...sorted];
  const table = (
    <div className={styles.functions} style={{ height: (lines.length + 1) * 24 + 2 }}>
      <Grid
        label="Capabilities"
        columns={columns}
        count={lines.length}
        rowAt={(index) => lines[index]}
        cursor={lines.indexOf(shown)}
        onCursor={(index) => {
          const name = lines[index]?.function;
          if (typeof name === 'string') onChoose(name);
        }}
        sort={order}
        onSort={setOrder}
      />
    </div>
  );
  if (scale === null) return table;
  const [calls, timed] = [sumsOf(all).uses, all.reduce((sum, { latency }) => sum + (latency?.count ?? 0), 0)];
  return (
    <Picture
      name="Latency of each capability"
      className={styles.picture}
      caption={
        <>
          {count(timed)} of {counted(calls, 'call')} timed
          <Legend />
        </>
      }
      whole={<LatencyDrawing rows={sorted} scale={scale} />}
    >
      {table}
    </Picture>
  );
}

/** The times of all calls of the capabilities; null while they are not known. */
function useLatency(rows: readonly CapabilityRow[], isAsked: boolean): Latency | null {
  const { ref } = useSession();
  const functions = rows.map(({ function: name }) => name);
  const asked = latencyQuery(useEngine(), { session: ref, turn: useCalmCursor(), functions });
  return useQuery({ ...asked, enabled: isAsked }).data ?? null;
}

/** The function the user chose, or else the one of the turn at the cursor. */
function shownOf(rows: readonly CapabilityRow[], chosen: string | null): CapabilityRow | undefined {
  return (
    rows.find((row) => row.function === chosen) ??
    rows.find((row) => row.here) ??
    rows.find((row) => row.uses > 0) ??
    rows[0]
  );
}

interface InvocationTableProps {
  /** The function's name. */
  readonly name: string;
  /** The number of its invocations up to the cursor. */
  readonly count: number;
  /** Whether any of them has a recorded time. */
  readonly times: boolean;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  /** Called when the user chooses this function. */
  readonly onChoose: () => void;
}

/** Rows per query: about three screens. */
const blockSize = 60;

/** The invocations of one function, fetched as they come into view. Choosing one moves the cursor to its turn. */
function InvocationTable({ name, count, times, sort, onSort, onChoose }: InvocationTableProps) {
  const engine = useEngine();
  const { ref: session } = useSession();
  const turn = useCalmCursor();
  const decisions = useDecisions();
  const { moveCursor } = useViewActions();
  const columns = useMemo(() => invocationColumns(times), [times]);

  const [sight, setSight] = useState({ from: 0, to: 1 });
  const first = Math.floor(sight.from / blockSize);
  const last = Math.max(first, Math.floor((Math.min(sight.to, count) - 1) / blockSize));
  const blocks = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const windows = useQueries({
    queries: blocks.map((block) =>
      invocationsQuery(engine, {
        session,
        turn,
        function: name,
        decisions,
        sort: sortOf(sort),
        from: block * blockSize,
        to: (block + 1) * blockSize,
      }),
    ),
    combine: (answers) => answers.map((answer) => answer.data),
  });

  const rowAt = (index: number) => windows[Math.floor(index / blockSize) - first]?.rows[index % blockSize];
  const here = windows.find((window) => window !== undefined)?.here ?? null;

  return (
    <Grid
      label="Invocations"
      columns={columns}
      count={count}
      rowAt={rowAt}
      cursor={here !== null && here < count ? here : null}
      onCursor={(index) => {
        const row = rowAt(index);
        if (row === undefined) return;
        onChoose();
        moveCursor(row.turn);
      }}
      onRange={(from, to) => setSight((before) => (before.from === from && before.to === to ? before : { from, to }))}
      sort={sort}
      onSort={onSort}
      empty={<EmptyState title="Not used up to this turn." />}
    />
  );
}
