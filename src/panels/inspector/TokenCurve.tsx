import type { TokenCurve as Curve } from '../../worker/protocol.ts';
import { count } from '../../ui/format.ts';
import styles from './InspectorPanel.module.css';
import { stepsOf } from './tokenSteps.ts';

const width = 320;
const height = 96;

/** Prompt and completion sums over the turns, with the cursor. The numbers above say the same in words. */
export function TokenCurve({
  curve: { points, highest: most },
  turns,
  cursor,
}: {
  readonly curve: Curve;
  readonly turns: number;
  readonly cursor: number;
}) {
  if (most === 0) return null;
  const x = (turn: number) => (turn / Math.max(1, turns)) * width;
  const y = (tokens: number) => height - (tokens / most) * (height - 4);
  return (
    <figure className={styles.curve}>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label="Token sums over turns">
        <path className={styles.axis} d={`M0 ${height}H${width}`} />
        <path className={styles.curveCursor} d={`M${x(cursor + 1)} 0V${height}`} />
        <path className={styles.prompt} d={stepsOf(points, 'prompt', x, y)} />
        <path className={styles.completion} d={stepsOf(points, 'completion', x, y)} />
      </svg>
      <figcaption className={styles.legend}>
        <span data-curve="prompt">prompt</span>
        <span data-curve="completion">completion</span>
        <span className={styles.aside}>
          0…{count(most)} tokens over {count(turns)} turns
        </span>
      </figcaption>
    </figure>
  );
}
