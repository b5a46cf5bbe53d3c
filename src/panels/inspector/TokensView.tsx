import { useQuery } from '@tanstack/react-query';
import { tokenCurveQuery, tokensQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCalmCursor, useSession } from '../../state/useSession.ts';
import { Failure } from '../../ui/EmptyState.tsx';
import { count } from '../../ui/format.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useTurnWords } from '../useTurnWords.ts';
import styles from './InspectorPanel.module.css';
import { TokenCurve } from './TokenCurve.tsx';

/** What the model calls have cost up to the turn under the cursor, where the recording says so. */
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
          : `The recording does not say what the sums were ${words.at(cursor)}. A rule that needs them is unknown here.`}
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
