import type { ArtifactRow } from '../../engine/systems/a2a/views/artifacts.ts';
import type { ChunkRow } from '../../engine/systems/a2a/views/chunk-row.ts';
import { count, timeOfDay } from '../../ui/format.ts';
import type { Column } from '../../ui/Grid.tsx';
import { visible } from '../../ui/visible.tsx';
import styles from './ArtifactsView.module.css';

export const stateWords: { readonly [S in ArtifactRow['state']]: { readonly short: string; readonly long: string } } = {
  open: { short: 'open', long: 'still open: no last chunk has arrived' },
  finished: { short: 'finished', long: 'finished: its last chunk has come' },
  'left-open': { short: 'left open', long: 'left open: its task has ended and no last chunk has arrived' },
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
    title: 'content',
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

const box = { width: 48, height: 14 };

/** The size after each chunk; the part of the cursor's turn is bold. The numbers beside it say the same. */
function Growth({ artifact: { growth, here, chunks } }: { readonly artifact: ArtifactRow }) {
  const fresh = growth.length - newPoints(growth.length, here, chunks);
  return (
    <svg className={styles.growth} viewBox={`0 -1 ${box.width} ${box.height + 2}`} aria-hidden="true">
      <path d={growthLine(growth, box)} />
      {fresh < growth.length && <path data-here="true" d={growthLine(growth, box, fresh)} />}
    </svg>
  );
}

/**
 * A step line through the sizes in a box of this width and height, from `from` up to but not including `to`. Only the
 * shape is meaningful: the largest size touches the top.
 */
export function growthLine(
  sizes: readonly number[],
  { width, height }: { readonly width: number; readonly height: number },
  from = 0,
): string {
  const most = Math.max(1, ...sizes);
  const step = width / Math.max(1, sizes.length);
  const y = (size: number) => round(height - (size / most) * height);
  const start = from === 0 ? `M0 ${round(height)}` : `M${round(from * step)} ${y(sizes[from - 1] ?? 0)}`;
  return sizes.slice(from).reduce((path, size, index) => {
    return `${path}V${y(size)}H${round((from + index + 1) * step)}`;
  }, start);
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** How many of the points belong to the latest `here` of `chunks`; at least one if there is any. */
export const newPoints = (points: number, here: number, chunks: number): number =>
  here === 0 ? 0 : Math.max(1, Math.round((points * here) / Math.max(1, chunks)));
