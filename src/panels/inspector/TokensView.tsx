import { useQuery } from '@tanstack/react-query';
import { tokenCurveQuery, tokensQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCalmCursor, useSession } from '../../state/useSession.ts';
import { Failure } from '../../ui/EmptyState.tsx';
import { count } from '../../ui/format.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useTurnWords } from '../useTurnWords.ts';
import { round } from '../plotScale.ts';
import styles from './InspectorPanel.module.css';
import type { TokenCurve as Curve } from '../../worker/protocol.ts';

/** The token sums of the model calls up to the turn at the cursor, where they were recorded. */
export function TokensView() {
  const { ref, turns } = useSession();
  const cursor = useCalmCursor();
  const engine = useEngine();
  const tokens = useQuery(tokensQuery(engine, ref, cursor));
  const words = useTurnWords();
  const curve = useQuery(tokenCurveQuery(engine, ref)).data;

  if (tokens.isPending) return <Skeleton lines={8} label="Loading tokens" />;
  if (tokens.isError) return <Failure message={tokens.error.message} />;
  const { known, prompt, completion, total } = tokens.data;
  return (
    <div className={styles.call}>
      <dl className={styles.sums}>
        <Sum name="prompt" value={prompt} />
        <Sum name="completion" value={completion} />
        <Sum name="total" value={total} />
      </dl>
      <p className={styles.aside}>
        {known
          ? `Sums of all model calls ${words.upTo(cursor)}.`
          : `The recording has no token sums ${words.at(cursor)}. A rule that needs them is unknown here.`}
      </p>
      {curve !== undefined && <TokenCurve curve={curve} turns={turns} cursor={cursor} />}
    </div>
  );
}

function Sum({ name, value }: { readonly name: string; readonly value: number | null }) {
  return (
    <div className={styles.sum}>
      <dt>{name}</dt>
      <dd data-known={value !== null}>{value === null ? 'unknown' : count(value)}</dd>
    </div>
  );
}

const width = 320;
const height = 96;

/** Prompt and completion sums over the turns, with the cursor. The numbers above say the same in words. */
function TokenCurve({
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

type Point = Curve['points'][number];
type TokenSum = 'prompt' | 'completion';

/** An SVG path of steps, with a gap where the sum is unknown. */
export function stepsOf(
  curve: readonly Point[],
  sum: TokenSum,
  x: (turn: number) => number,
  y: (tokens: number) => number,
): string {
  let path = '';
  let known = false;
  for (const point of curve) {
    const tokens = point[sum];
    if (tokens === null) known = false;
    else {
      path += known ? `H${round(x(point.turn))}V${round(y(tokens))}` : `M${round(x(point.turn))} ${round(y(tokens))}`;
      known = true;
    }
  }
  const last = curve.at(-1);
  return known && last !== undefined ? `${path}H${round(x(last.turn + 1))}` : path;
}
