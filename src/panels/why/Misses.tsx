import { useQuery } from '@tanstack/react-query';
import type { TurnIndex } from '../../engine/model/history.ts';
import type { NearMiss } from '../../engine/rules/what-if/what-if.ts';
import { missesQuery, sweepQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useDecisions, useJudgedRule, useSession } from '../../state/useSession.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { visible } from '../../ui/visible.tsx';
import { TurnLink } from '../TurnLink.tsx';
import styles from './Deeper.module.css';
import { Preview } from './Value.tsx';
import why from './Why.module.css';

/** For a rule that fires nowhere in the session, the turns where it came closest to firing. */
export function Misses({ turn }: { readonly turn: TurnIndex }) {
  const engine = useEngine();
  const { ref } = useSession();
  const rule = useJudgedRule();
  const decisions = useDecisions();
  const sweep = useQuery(sweepQuery(engine, ref, rule, decisions));
  const counts = sweep.isPlaceholderData ? undefined : sweep.data?.counts;
  const isAsked = counts !== undefined && counts.fire === 0 && counts.pass > 0;
  const query = useQuery({ ...missesQuery(engine, { session: ref, rule, decisions }), enabled: isAsked });
  if (!isAsked || query.isError) return null;
  if (query.isPending) return <Skeleton lines={3} label="Looking for the nearest misses" />;
  const { alternatives: nearest, turns, isWhole } = query.data;
  if (nearest.length === 0) return null;
  return (
    <section aria-label="Nearest misses">
      <h3 className={why.heading}>
        The rule fires nowhere; of {isWhole ? '' : 'the first '}
        {turns} passing turns, nearest to it
      </h3>
      <ol className={styles.misses}>
        {nearest.map((miss) => (
          <MissLine key={miss.turn} miss={miss} isHere={miss.turn === turn} />
        ))}
      </ol>
    </section>
  );
}

function MissLine({ miss: { turn, clauses, values }, isHere }: { readonly miss: NearMiss; readonly isHere: boolean }) {
  return (
    <li className={styles.miss}>
      <TurnLink turn={turn} isHere={isHere} />
      <span className={styles.missed}>
        {values === null
          ? `${clauses} ${clauses === 1 ? 'clause' : 'clauses'} away`
          : values.map(({ text, now, wanted }, at) => (
              <span key={`${at} ${text}`} className={styles.missing}>
                {at > 0 && <span className={why.quiet}>and </span>}
                <code>{visible(text)}</code>{' '}
                {now === null ? <span className={why.quiet}>not there</span> : <Preview value={now} />}
                <span className={why.quiet} aria-hidden="true">
                  {' '}
                  →{' '}
                </span>
                {visible(wanted)}
              </span>
            ))}
      </span>
    </li>
  );
}
