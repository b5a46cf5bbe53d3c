import { useMemo } from 'react';
import { useBaseline, useJudgedRule } from '../../state/useSession.ts';
import { useView } from '../../state/useView.ts';
import { Sentence } from '../../ui/Sentence.tsx';
import { useSettled } from '../../ui/useSettled.ts';
import { VerdictMark } from '../../ui/VerdictMark.tsx';
import { differenceOf } from '../difference.ts';
import { useShown } from '../useShown.ts';
import { rangeWords } from '../words.ts';
import { againstWords, effectWords, restWords } from './sentence.ts';
import styles from './Rule.module.css';

/** While the user types, screen readers wait for a pause of this many milliseconds. */
const sayAfterMs = 600;

/**
 * What the rule does to the session, and what the edit changes: *Blocks 12 of 480 calls, 19 fewer than the baseline*.
 * While the rule is faulty, its problems take the place of the sentence: it is read to screen readers only, and is empty if the rule
 * cannot run.
 */
export function VerdictSentence({ isFaulty }: { readonly isFaulty: boolean }) {
  const rule = useJudgedRule();
  const baselineRule = useBaseline();
  const shown = useShown(rule);
  const baseline = useShown(baselineRule ?? rule);
  const { sweep, errorStops, isSnapshot } = shown;
  const range = useView((view) => view.range);
  const before = baselineRule === null ? null : baseline.sweep;
  const difference = useMemo(
    () =>
      before === null || sweep === null
        ? null
        : differenceOf(before.codes, sweep.codes, { baseline: baseline.errorStops, draft: errorStops }, range),
    [before, sweep, baseline.errorStops, errorStops, range],
  );
  const counts = (isFaulty && shown.problem !== null) || sweep === null ? null : sweep.counts;
  const within = range === null ? '' : ` in ${rangeWords(range)}`;
  const effect = counts === null ? '' : `${effectWords(rule, counts, { errorStops, isSnapshot })}${within}`;
  const change =
    counts === null || before === null || difference === null
      ? ''
      : againstWords(difference, { ...shown, counts }, { ...baseline, counts: before.counts });
  const rest = counts === null ? '' : restWords(counts, shown.errorCounted);
  const said = effect + change + rest;
  const isSettled = useSettled(said, sayAfterMs) === said;
  return (
    <p
      role="status"
      aria-label="Verdicts"
      aria-busy={!isSettled}
      className={styles.sentence}
      data-stale={shown.problem !== null}
      data-covered={isFaulty}
    >
      {counts !== null && (
        <>
          {counts.fire > 0 && !isFaulty && <VerdictMark mark="fire" />}{' '}
          <span className={isFaulty ? 'visually-hidden' : ''}>
            <b>{effect}</b>
            <Sentence text={change} />
            {rest !== '' && <span className={styles.rest}> · {rest}</span>}
          </span>
        </>
      )}
    </p>
  );
}
