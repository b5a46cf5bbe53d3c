import type { ArtifactRow } from '../../engine/systems/a2a/views/artifacts.ts';
import type { ChunkRow } from '../../engine/systems/a2a/views/chunk-row.ts';
import { count, timeOfDay } from '../../ui/format.ts';
import type { Column } from '../../ui/Grid.tsx';
import { visible } from '../../ui/visible.tsx';
import styles from './ArtifactsView.module.css';
import { Growth } from './Growth.tsx';

export const stateWords: { readonly [S in ArtifactRow['state']]: { readonly short: string; readonly long: string } } = {
  open: { short: 'open', long: 'still open: no last chunk has come' },
  finished: { short: 'finished', long: 'finished: its last chunk has come' },
  'left-open': { short: 'left open', long: 'left open: its task is over and no last chunk has come' },
};

const sizeWords = 'Characters of texts and of data as JSON, bytes of files';

export const artifactColumns: readonly Column<ArtifactRow>[] = [
  {
    id: 'artifact',
    title: 'artifact',
    track: 'minmax(64px, 1fr)',
    cell: ({ name, id, task, here }) => (
      <span title={`${name === null ? id : `${name} (${id})`} of ${task}`}>
        <span className={styles.name}>{name ?? id}</span>
        {here > 0 && <span className={styles.here}> +{count(here)}</span>}
      </span>
    ),
  },
  {
    id: 'task',
    title: 'task',
    track: 'minmax(40px, 0.6fr)',
    from: 360,
    cell: ({ task }) => <span className={styles.aside}>{task}</span>,
  },
  { id: 'growth', title: 'growth', track: '48px', cell: (artifact) => <Growth artifact={artifact} /> },
  {
    id: 'size',
    title: <span title={sizeWords}>size</span>,
    track: '48px',
    align: 'end',
    cell: ({ size }) => count(size),
  },
  {
    id: 'state',
    title: 'state',
    track: '52px',
    cell: ({ state }) => (
      <span className={styles.state} data-state={state} title={stateWords[state].long}>
        {stateWords[state].short}
      </span>
    ),
  },
];

const hows: { readonly [H in ChunkRow['how']]: string } = { begun: 'begins', appended: 'append', replaced: 'replaces' };

export const chunkColumns: readonly Column<ChunkRow>[] = [
  { id: 'index', title: 'chunk', track: '40px', align: 'end', cell: ({ index }) => index + 1 },
  {
    id: 'turn',
    title: 'turn',
    track: '40px',
    align: 'end',
    cell: ({ turn, at }) => <span title={at === null ? undefined : timeOfDay(at)}>{turn < 0 ? '–' : turn}</span>,
  },
  {
    id: 'how',
    title: 'how',
    track: '56px',
    cell: ({ how }) => (
      <span className={styles.how} data-how={how}>
        {hows[how]}
      </span>
    ),
  },
  { id: 'size', title: 'size', track: '44px', align: 'end', cell: ({ size }) => `+${count(size)}` },
  {
    id: 'text',
    title: 'what it brought',
    track: 'minmax(0, 1fr)',
    cell: ({ text, isLast, isHere }) => (
      <span title={text}>
        {isLast && <span className={styles.last}>last</span>}
        <span className={styles.brought} data-here={isHere}>
          {visible(text)}
        </span>
      </span>
    ),
  },
];
