import type { ArtifactRow } from '../../engine/systems/a2a/views/artifacts.ts';
import { artifactChunksQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useWindowed } from '../../services/useWindowed.ts';
import { useCalmCursor, useDecisions, useSession } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import { useState } from 'react';
import { Grid } from '../../ui/Grid.tsx';
import { chunkColumns } from './artifactColumns.tsx';

/** The chunks with their turns. Choosing one moves the cursor there. */
export function Chunks({ artifact: { task, id, chunks } }: { readonly artifact: ArtifactRow }) {
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
