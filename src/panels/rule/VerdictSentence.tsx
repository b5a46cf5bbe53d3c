import { useMemo } from 'react';
import { useBaseline, useJudgedRule } from '../../state/useSession.ts';
import { Sentence } from '../../ui/Sentence.tsx';
import { VerdictMark } from '../../ui/VerdictMark.tsx';
import { differenceOf } from '../difference.ts';
import { useShown } from '../useShown.ts';
import styles from './Rule.module.css';
import { changeWords, effectWords, restWords } from './sentence.ts';

/** What the rule does to the session, and what the edit changes: *Blocks 12 of 480 calls, 19 fewer than the baseline*. */
export function VerdictSentence() {
  const rule = useJudgedRule();
  const baselineRule = useBaseline();
  const shown = useShown(rule);
  const baseline = useShown(baselineRule ?? rule);
  const { sweep, errorStops, isSnapshot } = shown;
  const before = baselineRule === null ? null : (baseline.sweep?.codes ?? null);
  const difference = useMemo(
    () =>
      before === null || sweep === null
        ? null
        : differenceOf(before, sweep.codes, { baseline: baseline.errorStops, draft: errorStops }),
    [before, sweep, baseline.errorStops, errorStops],
  );
  if (sweep === null) return <p className={styles.sentence} />;
  const { counts } = sweep;
  const rest = restWords(counts, shown.errorCounted);
  return (
    <p className={styles.sentence} data-stale={shown.problem !== null}>
      {counts.fire > 0 && <VerdictMark mark="fire" />}{' '}
      <span>
        <b>{effectWords(rule, counts, { errorStops, isSnapshot })}</b>
        {difference !== null && <Sentence text={changeWords(difference)} />}
        {rest !== '' && <span className={styles.rest}> · {rest}</span>}
      </span>
    </p>
  );
}
