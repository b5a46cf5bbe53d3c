import type { KeyboardEvent } from 'react';
import type { CallBar } from '../../engine/systems/noetic/views/call-window.ts';
import { useView } from '../../state/useView.ts';
import { count } from '../../ui/format.ts';
import styles from './LayersView.module.css';
import type { WindowPart } from '../../engine/systems/noetic/views/window-parts.ts';

interface CallChartProps {
  /** Consecutive calls. */
  readonly bars: readonly CallBar[];
  /** The number of all calls. */
  readonly calls: number;
  readonly chosen: { readonly call: number; readonly sum: number; readonly turn: number };
  readonly cursor: number;
  readonly onStep: (call: number) => void;
}

const [slot, height] = [16, 72] as const;

/** The windows of neighbouring calls side by side; arrow keys or a click choose a call. */
export function CallChart({ bars, calls, chosen, cursor, onStep }: CallChartProps) {
  const limit = useView((view) => view.windowLimit);
  const most = Math.max(1, limit ?? 0, ...bars.map(({ sum }) => sum));
  const width = Math.max(12, bars.length) * slot;

  const onKeyDown = (event: KeyboardEvent) => {
    const to = stepTo(event.key, chosen.call, calls);
    if (to === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onStep(to);
  };

  return (
    <div
      className={styles.chart}
      role="slider"
      aria-label="Model call"
      title="Arrow keys step from call to call"
      aria-valuemin={1}
      aria-valuemax={calls}
      aria-valuenow={chosen.call + 1}
      aria-valuetext={`call ${chosen.call + 1} of ${calls}, turn ${chosen.turn}, ${chosen.sum} tokens`}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <defs>
          <pattern id="layer-hatch" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect className={styles.layerGround} width="4" height="4" />
            <rect className={styles.layerStripe} width="1.5" height="4" />
          </pattern>
        </defs>
        <path className={styles.axis} d={`M0 ${height - 0.5}H${width}`} />
        {limit !== null && (
          <path className={styles.limitLine} d={`M0 ${height - (limit / most) * (height - 4)}H${width}`} />
        )}
        {bars.map((bar, index) => (
          // The slider has the focus and handles the keys; its value names the chosen call.
          <g
            key={bar.call}
            className={styles.call}
            data-chosen={bar.call === chosen.call}
            data-measured={bar.isMeasured}
            transform={`translate(${index * slot} 0)`}
            onClick={() => onStep(bar.call)}
          >
            <title>{`call ${bar.call + 1}, turn ${bar.turn}: ${count(bar.sum)} tokens${bar.isMeasured ? '' : ', estimated'}`}</title>
            <rect className={styles.callGround} width={slot} height={height} />
            {stackOf(bar, most, height - 4).map(({ kind, from, to }) => (
              <rect key={kind} data-kind={kind} x={3} width={slot - 6} y={height - to} height={to - from} />
            ))}
            {bar.turn === cursor && <path className={styles.cursorMark} d={`M3 ${height - 1}H${slot - 3}`} />}
          </g>
        ))}
      </svg>
      <p className={styles.chartNote}>
        <span>
          call <b>{count(chosen.call + 1)}</b> of {count(calls)}
        </span>
        <span className={styles.aside}>0…{count(most)} tokens</span>
      </p>
    </div>
  );
}

type PartKind = WindowPart['kind'];

/** From the bottom up: parts that stay the same between calls are below parts that grow. */
const order: readonly PartKind[] = ['instructions', 'tools', 'layer', 'history'];

interface Piece {
  readonly kind: PartKind;
  /** Distance from the base. */
  readonly from: number;
  readonly to: number;
}

/** The pieces of one bar, scaled so that `most` tokens have the height `height`; empty ones are left out. */
export function stackOf({ tokens }: Pick<CallBar, 'tokens'>, most: number, height: number): readonly Piece[] {
  const pieces: Piece[] = [];
  let below = 0;
  for (const kind of order) {
    if (tokens[kind] === 0) continue;
    const above = below + tokens[kind];
    pieces.push({ kind, from: (below / most) * height, to: (above / most) * height });
    below = above;
  }
  return pieces;
}

/** Which call a key steps to, as sliders do; null for any other key. */
export function stepTo(key: string, call: number, calls: number): number | null {
  const within = (to: number) => Math.max(0, Math.min(calls - 1, to));
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return within(call + 1);
    case 'ArrowLeft':
    case 'ArrowDown':
      return within(call - 1);
    case 'PageUp':
      return within(call + 10);
    case 'PageDown':
      return within(call - 10);
    case 'Home':
      return 0;
    case 'End':
      return calls - 1;
    default:
      return null;
  }
}
