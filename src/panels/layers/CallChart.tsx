import type { KeyboardEvent } from 'react';
import type { CallBar } from '../../engine/systems/noetic/views/call-window.ts';
import { useView } from '../../state/useView.ts';
import { count } from '../../ui/format.ts';
import { stackOf, stepTo } from './bars.ts';
import styles from './LayersView.module.css';

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
