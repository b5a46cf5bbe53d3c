import { type KeyboardEvent, type PointerEvent, useMemo } from 'react';
import { count } from '../../../ui/format.ts';
import { areaOf, fractionOf, nearestTo, nextChange, type Point } from './points.ts';
import styles from './OtherNumbers.module.css';
import { pointText } from './words.ts';

interface CurveProps {
  readonly name: string;
  readonly points: readonly Point[];
  /** Index of the number that is written in the rule. */
  readonly written: number;
  readonly at: number;
  readonly onChoose: (index: number) => void;
  readonly onAccept: () => void;
  readonly onDiscard: () => void;
}

/** The number of firings for each value of the number, with a slider. The chosen value is tried at once. */
export function Curve({ name, points, written, at, onChoose, onAccept, onDiscard }: CurveProps) {
  const area = useMemo(() => areaOf(points), [points]);
  const most = useMemo(() => Math.max(0, ...points.map(({ counts }) => counts.fire)), [points]);
  const [first, here, last] = [points[0], points[at], points.at(-1)];
  if (first === undefined || here === undefined || last === undefined) return null;
  const left = (index: number) => `${100 * fractionOf(points, points[index]?.value ?? 0)}%`;

  const chooseUnder = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    const fraction = Math.max(0, Math.min(1, (event.clientX - box.left) / Math.max(1, box.width)));
    onChoose(nearestTo(points, first.value + fraction * (last.value - first.value)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') onAccept();
    else if (event.key === 'Escape') onDiscard();
    else {
      const to = indexByKey(event.key, at, points);
      if (to === null) return;
      onChoose(to);
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={styles.curve}>
      <span className={styles.side} aria-hidden="true">
        <span>{count(most)} fire</span>
        <span className={styles.end}>{first.text}</span>
      </span>
      <div
        className={styles.plot}
        role="slider"
        tabIndex={0}
        aria-label={name}
        aria-valuemin={first.value}
        aria-valuemax={last.value}
        aria-valuenow={here.value}
        aria-valuetext={`${here.text}, ${pointText(here)}${at === written ? ', as written' : ', tried'}`}
        aria-keyshortcuts="PageUp PageDown Enter Escape"
        title="← → another number · PageUp PageDown the next change · Enter writes it · Esc discards it"
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          chooseUnder(event);
        }}
        onPointerMove={(event) => event.buttons === 1 && chooseUnder(event)}
      >
        <svg className={styles.area} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
          <path d={area} />
        </svg>
        <div className={styles.written} style={{ left: left(written) }} />
        <div className={styles.here} style={{ left: left(at) }} />
      </div>
      <span className={styles.side} aria-hidden="true">
        <span className={styles.end}>{last.text}</span>
      </span>
    </div>
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
