import { type KeyboardEvent, useRef } from 'react';
import { formatPath, type Path } from '../../engine/model/path.ts';
import { useCursor, useSession } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import { count } from '../../ui/format.ts';
import type { PathHistory } from '../../worker/protocol.ts';
import { Picture } from '../Picture.tsx';
import { linearScale, stepPath } from '../plotScale.ts';
import { useWidth } from '../useTrack.ts';
import { useTurnWords } from '../useTurnWords.ts';
import { base, height, left, PlotAxes, right, top } from './PlotAxes.tsx';
import { historyWords, usePathHistory, valueAfter } from './Sparkline.tsx';
import styles from './Plots.module.css';

interface PathPlotProps {
  readonly root: 'context' | 'system';
  /** The first segment of the focused path. */
  readonly rootName: string;
  readonly path: Path;
}

/** The numbers of the focused path over the turns. A click moves the cursor; the arrow keys go from change to change. */
export function PathPlot({ root, rootName, path }: PathPlotProps) {
  const { turns } = useSession();
  const cursor = useCursor();
  const { moveCursor } = useViewActions();
  const words = useTurnWords();
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const history = usePathHistory({ root, path });
  const value = history === undefined ? null : valueAfter(history.points, cursor);
  const name = formatPath([rootName, ...path]);
  const x = linearScale([0, Math.max(1, turns)], left, Math.max(left + 1, (width || 320) - right), 6);

  const onKeyDown = (event: KeyboardEvent) => {
    const to = history === undefined ? null : turnByKey(event.key, cursor, history.points, turns);
    if (to === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    moveCursor(to);
  };

  return (
    <div className={styles.plot}>
      <Picture name={`${name} over the turns`} caption={history === undefined ? '' : historyWords(history)}>
        <div
          ref={frame}
          className={styles.frame}
          role="slider"
          tabIndex={0}
          aria-label={`${name} over the turns`}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, turns - 1)}
          aria-valuenow={Math.max(0, cursor)}
          aria-valuetext={`${words.name(cursor)}, ${value === null ? 'no number' : count(value)}`}
          title="Click: that turn · ← → the change before or after"
          onKeyDown={onKeyDown}
          onClick={({ clientX, currentTarget }) => {
            const fraction = (clientX - currentTarget.getBoundingClientRect().left - left) / (x.at(x.high) - left);
            moveCursor(Math.max(0, Math.min(turns - 1, Math.floor(fraction * x.high))));
          }}
        >
          {history !== undefined && (
            <Drawing history={history} x={x} width={width || 320} cursor={cursor} turns={turns} />
          )}
        </div>
      </Picture>
    </div>
  );
}

interface DrawingProps {
  readonly history: PathHistory;
  readonly x: ReturnType<typeof linearScale>;
  readonly width: number;
  readonly cursor: number;
  readonly turns: number;
}

function Drawing({ history, x, width, cursor, turns }: DrawingProps) {
  const { points, lowest, highest } = history;
  if (lowest === null || highest === null) return null;
  const floor = Math.min(0, lowest);
  const y = linearScale([floor, highest > floor ? highest : floor + 1], base, top, 3);
  const value = valueAfter(points, cursor);
  return (
    <svg data-drawing="" width={width} height={height} aria-hidden="true">
      <PlotAxes x={x} y={y} width={width} turns={turns} cursor={cursor} />
      <path className={styles.line} d={stepPath(points, turns, x.at, y.at)} />
      {value !== null && <circle className={styles.here} cx={x.at(cursor + 0.5)} cy={y.at(value)} r="3" />}
    </svg>
  );
}

/** The next change of the value, or the first or last turn; null for any other key. */
export function turnByKey(key: string, cursor: number, points: PathHistory['points'], turns: number): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return points.find(({ turn }) => turn > cursor)?.turn ?? turns - 1;
    case 'ArrowLeft':
    case 'ArrowDown':
      return points.findLast(({ turn }) => turn < cursor)?.turn ?? 0;
    case 'Home':
      return 0;
    case 'End':
      return turns - 1;
    default:
      return null;
  }
}
