import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { templatesQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCalmCursor, useDecisions, useSession } from '../../state/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState, Failure } from '../../ui/EmptyState.tsx';
import { Grid } from '../../ui/Grid.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { upToTurn } from '../turnWords.ts';
import { Filled } from './Filled.tsx';
import { templateColumns } from './templateColumns.tsx';
import styles from './Templates.module.css';

/** Rows per query: about three screens. */
const blockSize = 60;
const rowHeight = 24;

/** The call's texts with placeholders, and one of them filled with the context's values at the cursor. */
export function TemplatesView() {
  const { ref: session } = useSession();
  const turn = useCalmCursor();
  const decisions = useDecisions();
  const [sight, setSight] = useState({ from: 0, to: 1 });
  /** Null for the template that was used last. */
  const [chosen, setChosen] = useState<number | null>(null);
  const [tried, setTried] = useState('');
  const from = Math.floor(sight.from / blockSize) * blockSize;
  const to = Math.ceil(Math.max(sight.to, 1) / blockSize) * blockSize;
  const template = tried === '' ? chosen : tried;
  const result = useQuery(templatesQuery(useEngine(), { session, turn, decisions, from, to, template }));

  if (result.isError) return <Failure message={result.error.message} />;
  if (result.data === undefined) return <Skeleton lines={12} label="Loading: Templates" />;
  const { total, rows, preview } = result.data;
  const lastUsed = result.data.chosen === null ? null : (rows[result.data.chosen - result.data.from]?.turn ?? null);
  return (
    <div className={styles.column}>
      {total > 0 && (
        <div className={styles.list} style={{ height: `min(36%, ${(total + 1) * rowHeight + 2}px)` }}>
          <Grid
            label="Templates"
            columns={templateColumns}
            count={total}
            rowAt={(index) => rows[index - result.data.from]}
            cursor={result.data.chosen}
            onCursor={(index) => {
              setTried('');
              setChosen(index);
            }}
            onRange={(first, end) =>
              setSight((before) => (before.from === first && before.to === end ? before : { from: first, to: end }))
            }
          />
        </div>
      )}
      <div className={styles.try}>
        <textarea
          className={styles.input}
          aria-label="Try a template"
          placeholder="Try one: Hi {{user.name}}!"
          rows={2}
          spellCheck={false}
          value={tried}
          onChange={(event) => setTried(event.target.value)}
        />
        {tried !== '' && (
          <Button look="quiet" onClick={() => setTried('')}>
            Clear
          </Button>
        )}
      </div>
      {preview === null ? (
        <EmptyState title={`No text with {{placeholders}} was recorded ${upToTurn(turn)}.`}>
          <p>The agents’ texts were recorded without their templates. Type a template above to see its text here.</p>
        </EmptyState>
      ) : (
        <Filled preview={preview} turn={turn} lastUsed={lastUsed} />
      )}
    </div>
  );
}
