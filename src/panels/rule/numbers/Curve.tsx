import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef } from 'react';
import { brief, count } from '../../../ui/format.ts';
import { linearScale, type Scale } from '../../plotScale.ts';
import { useWidth } from '../../useTrack.ts';
import { areaOf, nearestTo, nextChange, type Point } from './points.ts';
import styles from './OtherNumbers.module.css';
import { pointText } from './words.ts';

interface CurveProps {
  readonly name: string;
  readonly points: readonly Point[];
  /** The values that the number is compared with. */
  readonly recorded: readonly number[];
  /** Index of the number that is written in the rule. */
  readonly written: number;
  readonly at: number;
  readonly onChoose: (index: number) => void;
  readonly onAccept: () => void;
}

const [left, right, top, base, height] = [44, 36, 18, 64, 86] as const;

/**
 * The number of firings for each value of the number, with a slider, which has the focus at first. The chosen value is
 * tried at once.
 */
export function Curve(props: CurveProps) {
  const { name, points, written, at, onChoose, onAccept } = props;
  const frame = useRef<HTMLDivElement>(null);
  // The arrow keys choose as soon as it opens.
  useEffect(() => frame.current?.focus(), []);
  const width = useWidth(frame) || 320;
  const [first, here, last] = [points[0], points[at], points.at(-1)];
  if (first === undefined || here === undefined || last === undefined) return null;
  const x = linearScale([first.value, last.value], left, Math.max(left + 1, width - right), 6);

  const chooseUnder = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    const fraction = (event.clientX - box.left - left) / Math.max(1, box.width - left - right);
    onChoose(nearestTo(points, first.value + Math.max(0, Math.min(1, fraction)) * (last.value - first.value)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') onAccept();
    else {
      const to = indexByKey(event.key, at, points);
      if (to === null) return;
      onChoose(to);
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      ref={frame}
      className={styles.plot}
      style={{ height }}
      role="slider"
      tabIndex={0}
      aria-label={name}
      aria-valuemin={first.value}
      aria-valuemax={last.value}
      aria-valuenow={here.value}
      aria-valuetext={`${here.text}, ${pointText(here)}${at === written ? ', as written' : ', tried'}`}
      aria-keyshortcuts="PageUp PageDown Enter Escape"
      title="← → another number · PageUp PageDown the next change · Enter writes it · Esc closes"
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        chooseUnder(event);
      }}
      onPointerMove={(event) => event.buttons === 1 && chooseUnder(event)}
    >
      <Drawing {...props} x={x} width={width} />
    </div>
  );
}

interface DrawingProps extends CurveProps {
  readonly x: Scale;
  readonly width: number;
}

/** The area under the firings; below it a tick for each value of the recording. */
function Drawing({ points, recorded, written, at, x, width }: DrawingProps) {
  const most = Math.max(1, ...points.map(({ counts }) => counts.fire));
  const y = linearScale([0, most], base, top, 2);
  const area = useMemo(() => areaOf(points, x.at, y.at), [points, x, y]);
  const [before, now] = [points[written], points[at]];
  return (
    <svg data-drawing="" width={width} height={height} aria-hidden="true">
      {y.ticks
        .filter((tick) => Number.isInteger(tick))
        .map((tick) => (
          <g key={tick}>
            <path className={styles.grid} d={`M${left} ${y.at(tick)}H${width - right}`} />
            <text className={styles.tick} x={left - 6} y={y.at(tick) + 4} textAnchor="end">
              {count(tick)}
            </text>
          </g>
        ))}
      {x.ticks.map((tick) => (
        <text key={tick} className={styles.tick} x={x.at(tick)} y={height - 4} textAnchor="middle">
          {brief(tick)}
        </text>
      ))}
      <path className={styles.area} d={area} />
      <path className={styles.recorded} d={recorded.map((value) => `M${x.at(value)} ${base + 2}v5`).join('')} />
      {before !== undefined && <path className={styles.written} d={`M${x.at(before.value)} ${top}V${base}`} />}
      {now !== undefined && (
        <>
          <path className={styles.here} d={`M${x.at(now.value)} ${top}V${base}`} />
          <circle className={styles.handle} cx={x.at(now.value)} cy={y.at(now.counts.fire)} r="4" />
          <text className={styles.number} x={x.at(now.value)} y={top - 4} textAnchor="middle">
            {now.text}
          </text>
        </>
      )}
    </svg>
  );
}

/** Keys of a slider; Page Up and Page Down go to the next change in the number of firings. */
function indexByKey(key: string, at: number, points: readonly Point[]): number | null {
  const last = points.length - 1;
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(last, at + 1);
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, at - 1);
    case 'PageUp':
      return nextChange(points, at, 1);
    case 'PageDown':
      return nextChange(points, at, -1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}
