import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { tokenCurveQuery, tokensQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCalmCursor, useSession } from '../../state/useSession.ts';
import { Failure } from '../../ui/EmptyState.tsx';
import { count, counted } from '../../ui/format.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useTurnWords } from '../useTurnWords.ts';
import { Picture } from '../Picture.tsx';
import { linearScale, round } from '../plotScale.ts';
import { useWidth } from '../useTrack.ts';
import styles from './InspectorPanel.module.css';
import { base, height, left, PlotAxes, right, top } from './PlotAxes.tsx';
import plots from './Plots.module.css';
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
  const absent = [prompt, completion, total].every((sum) => sum === null) ? 'all' : 'a part';
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
          : `The recording lacks ${absent} of the sums ${words.at(cursor)}. A rule that needs what is missing is unknown here.`}
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

interface TokenCurveProps {
  readonly curve: Curve;
  readonly turns: number;
  readonly cursor: number;
}

/** The three sums over the turns, with the cursor. The numbers above say the same in words. */
function TokenCurve({ curve, turns, cursor }: TokenCurveProps) {
  const { points, highest } = curve;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame) || 320;
  if (highest === 0) return null;
  const x = linearScale([0, Math.max(1, turns)], left, Math.max(left + 1, width - right), 6);
  const y = linearScale([0, highest], base, top, 3);
  const lines = tokenSums.map((sum) => ({ sum, path: stepsOf(points, sum, x.at, y.at) }));
  return (
    <Picture
      name="Token sums over the turns"
      caption={
        <span className={styles.legend}>
          {tokenSums.map((sum) => (
            <span key={sum} data-curve={sum}>
              {sum}
            </span>
          ))}
          <span>{captionOf(curve, turns)}</span>
        </span>
      }
    >
      <div ref={frame} className={plots.frame}>
        <svg data-drawing="" width={width} height={height} role="img" aria-label="Token sums over turns">
          <PlotAxes x={x} y={y} width={width} turns={turns} cursor={cursor} />
          {lines.map(({ sum, path }) => (
            <path key={sum} className={styles.sumLine} data-curve={sum} d={path} />
          ))}
        </svg>
      </div>
    </Picture>
  );
}

type Point = Curve['points'][number];
const tokenSums = ['prompt', 'completion', 'total'] as const;
type TokenSum = (typeof tokenSums)[number];

/** `total 340 over 5 turns`, or how far the total is known. */
export function captionOf({ last: { total, unknownFrom } }: Curve, turns: number): string {
  if (unknownFrom === null) return `total ${count(total)} over ${counted(turns, 'turn')}`;
  return total === 0 ? 'total unknown' : `total ${count(total)}, unknown from turn ${unknownFrom}`;
}

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
