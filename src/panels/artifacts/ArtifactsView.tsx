import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatPath } from '../../engine/model/path.ts';
import type { ArtifactRow } from '../../engine/systems/a2a/views/artifacts.ts';
import { artifactRowsQuery, artifactsQuery, artifactChunksQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useWindowed } from '../../services/useWindowed.ts';
import { useCalmCursor, useDecisions, useSession } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import { ChoiceRow } from '../../ui/ChoiceRow.tsx';
import { EmptyState, Failure } from '../../ui/EmptyState.tsx';
import { count, counted } from '../../ui/format.ts';
import { Grid } from '../../ui/Grid.tsx';
import { Scrolling } from '../../ui/Scrolling.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { rowHeight } from '../../ui/useWindow.ts';
import { artifactColumns, stateWords, chunkColumns } from './artifactColumns.tsx';
import styles from './ArtifactsView.module.css';
import { Content } from './Content.tsx';

/** Rows shown at most; more scroll. */
const maxRows = 5;

/** The agents' artifacts up to the cursor, and below them the chosen one with its chunks. */
export function ArtifactsView() {
  const engine = useEngine();
  const { ref: session } = useSession();
  const seen = { session, turn: useCalmCursor(), decisions: useDecisions() };
  const [chosen, setChosen] = useState<number | null>(null);
  const asked = useQuery(artifactsQuery(engine, seen));
  const { total = 0, latest = null } = asked.data ?? {};
  // Artifacts keep their index, so a chosen one is the same at every turn that has it.
  const current = chosen !== null && chosen < total ? chosen : latest;
  const { rowAt, onRange } = useWindowed(total, (from, to) => artifactRowsQuery(engine, { ...seen, from, to }));
  const seenRow = current === null ? undefined : rowAt(current);
  // The chosen artifact may be scrolled out of view, so its row is fetched separately.
  const own = useQuery({
    ...artifactRowsQuery(engine, { ...seen, from: current ?? 0, to: (current ?? 0) + 1 }),
    enabled: current !== null && seenRow === undefined,
  });

  if (asked.isError) return <Failure message={asked.error.message} />;
  if (asked.data === undefined) return <Skeleton lines={8} label="Loading: Artifacts" />;
  if (total === 0) {
    return (
      <EmptyState title="No artifact was made up to this turn.">
        <p>Answers in messages are turns, not artifacts.</p>
      </EmptyState>
    );
  }
  const artifact = seenRow ?? own.data?.[0];
  return (
    <div className={styles.artifacts}>
      <div className={styles.list} style={{ height: (Math.min(total, maxRows) + 1) * rowHeight + 1 }}>
        <Grid
          label="Artifacts"
          columns={artifactColumns}
          count={total}
          rowAt={rowAt}
          cursor={current}
          onCursor={setChosen}
          onRange={onRange}
        />
      </div>
      {artifact !== undefined && <Chosen key={`${artifact.task} ${artifact.id}`} artifact={artifact} />}
    </div>
  );
}

function Chosen({ artifact }: { readonly artifact: ArtifactRow }) {
  const [shown, setShown] = useState<'content' | 'chunks'>('content');
  return (
    <section className={styles.chosen} aria-label={`Artifact ${artifact.name ?? artifact.id}`}>
      <Progress artifact={artifact} />
      <div className={styles.strip}>
        <ChoiceRow
          label="View of the artifact"
          chosen={shown}
          onChoose={setShown}
          choices={[
            { id: 'content', title: 'content', hint: 'Content after the turn' },
            { id: 'chunks', title: counted(artifact.chunks, 'chunk'), hint: 'Chunks in order' },
          ]}
        />
        {artifact.here > 0 && (
          <span className={styles.aside}>{counted(artifact.here, 'chunk')} added at this turn</span>
        )}
      </div>
      {shown === 'chunks' ? (
        <div className={styles.fill}>
          <Chunks artifact={artifact} />
        </div>
      ) : (
        <Scrolling as="div" className={styles.fill} aria-label="Content">
          <Content artifact={artifact} />
        </Scrolling>
      )}
    </section>
  );
}

/** Whether the artifact is finished, when it grew, and how much of it a polling client could read. */
function Progress({ artifact }: { readonly artifact: ArtifactRow }) {
  const { focusPath } = useViewActions();
  const { id, task, name, state, parts, stored, firstTurn, lastTurn, place } = artifact;
  return (
    <div className={styles.standing}>
      <p>
        <code className={styles.name}>{id}</code>
        {name !== null && ` “${name}”`} of <code>{task}</code>, {stateWords[state].long}.
      </p>
      <p className={styles.aside}>
        Begun at turn <Turn turn={firstTurn} />, grown last at turn <Turn turn={lastTurn} />.{' '}
        {storedWords(stored, parts)}
        {place === null ? (
          '.'
        ) : (
          <>
            {': '}
            <button type="button" className={styles.link} onClick={() => focusPath(place)}>
              <code>{formatPath(place)}</code>
            </button>
          </>
        )}
      </p>
    </div>
  );
}

const storedWords = (stored: number, parts: number): string =>
  stored === parts
    ? `Stored, ${counted(parts, 'part')}`
    : `The stream has shown ${counted(parts, 'part')}, storage has ${count(stored)}`;

function Turn({ turn }: { readonly turn: number }) {
  const { moveCursor } = useViewActions();
  return (
    <button type="button" className={styles.link} aria-label={`Go to turn ${turn}`} onClick={() => moveCursor(turn)}>
      {turn}
    </button>
  );
}

/** The chunks with their turns. Choosing one moves the cursor there. */
function Chunks({ artifact: { task, id, chunks } }: { readonly artifact: ArtifactRow }) {
  const engine = useEngine();
  const { ref: session } = useSession();
  const turn = useCalmCursor();
  const decisions = useDecisions();
  const { moveCursor } = useViewActions();
  const { rowAt, onRange } = useWindowed(chunks, (from, to) =>
    artifactChunksQuery(engine, { session, turn, decisions, artifact: { task, id }, from, to }),
  );
  // Several chunks may belong to one turn, so the list stores which one was chosen.
  const [chosen, setChosen] = useState({ index: -1, turn: -1 });
  const isMeant = chosen.turn === turn && chosen.index < chunks;
  return (
    <Grid
      label="Chunks"
      columns={chunkColumns}
      count={chunks}
      rowAt={rowAt}
      cursor={isMeant ? chosen.index : chunks - 1}
      onCursor={(index) => {
        const row = rowAt(index);
        if (row === undefined) return;
        setChosen({ index, turn: Math.max(0, row.turn) });
        moveCursor(row.turn);
      }}
      onRange={onRange}
    />
  );
}
