import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { templatesQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCalmCursor, useDecisions, useSession } from '../../state/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState, Failure } from '../../ui/EmptyState.tsx';
import { Grid, type Column } from '../../ui/Grid.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { upToTurn } from '../words.ts';
import { Filled } from './Filled.tsx';
import styles from './Templates.module.css';
import type { TemplateRow } from '../../engine/systems/voice/views/templates.ts';
import { count } from '../../ui/format.ts';
import { TurnLink } from '../TurnLink.tsx';
import { CutTitle } from '../../ui/CutTitle.tsx';
import { visible } from '../../ui/visible.tsx';

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

const kinds: { readonly [K in TemplateRow['kind']]: string } = {
  configuration: 'configured',
  said: 'said',
  call: 'in a call',
};

const templateColumns: readonly Column<TemplateRow>[] = [
  {
    id: 'where',
    title: 'where',
    track: 'minmax(72px, 2fr)',
    cell: ({ kind, place }) => (
      <span className={styles.where} title={`${kinds[kind]} ${place}`.trim()}>
        <CutTitle title={place === '' ? kinds[kind] : place} tail={10} />
      </span>
    ),
  },
  {
    id: 'template',
    title: 'template',
    track: 'minmax(0, 3fr)',
    cell: ({ text }) => <code title={text}>{visible(text)}</code>,
  },
  {
    id: 'uses',
    title: 'used',
    track: '44px',
    align: 'end',
    cell: ({ uses }) => (uses === 0 ? '–' : `${count(uses)}×`),
  },
  {
    id: 'turn',
    title: 'last',
    track: '52px',
    align: 'end',
    cell: ({ turn }) => (turn === null ? 'never' : <TurnLink turn={turn} isInGrid />),
  },
];
