import { useJudgedRule } from '../../../state/useSession.ts';
import { Sentence } from '../../../ui/Sentence.tsx';
import { useShown } from '../../useShown.ts';
import { effectWords, restWords } from '../sentence.ts';
import styles from './Given.module.css';
import type { GivenText } from './useGivenText.ts';

interface OutcomeProps extends Pick<GivenText, 'problem' | 'isGiven'> {
  /** The name of what is given: *values*. */
  readonly name: string;
}

/** What is wrong with a text, and what the rule in the editor does with what is in effect. */
export function Outcome({ problem, isGiven, name }: OutcomeProps) {
  const rule = useJudgedRule();
  const { sweep, errorCounted, errorStops, isSnapshot } = useShown(rule);
  const effect = sweep === null ? '' : effectWords(rule, sweep.counts, { errorStops, isSnapshot });
  const rest = sweep === null ? '' : restWords(sweep.counts, errorCounted);
  return (
    <div className={styles.outcome}>
      <p role="status" aria-label={`Problem of the ${name}`} className={styles.problem}>
        {problem !== null && (
          <>
            <Sentence text={problem.message} />{' '}
            {isGiven ? `The last valid ${name} stay in effect.` : `No ${name} are in effect yet.`}
          </>
        )}
      </p>
      {effect !== '' && (
        <p role="status" aria-label="Effect of the rule" className={styles.effect}>
          <b>{effect}</b>
          {rest !== '' && ` · ${rest}`}
        </p>
      )}
    </div>
  );
}
