import { type Mark, VerdictMark } from '../../ui/VerdictMark.tsx';
import { verdictWords } from '../words.ts';
import styles from './Timeline.module.css';

/**
 * The signs of a ribbon, and below them what an edit does: on the lines where the next edit puts the baseline and the
 * difference, so that nothing moves then. Without a rule the lines are empty.
 */
export function Key({ isEmpty, computes }: { readonly isEmpty: boolean; readonly computes: boolean }) {
  if (isEmpty) return <div className={styles.key} />;
  const decided: readonly Mark[] = computes ? ['value'] : ['pass', 'fire'];
  return (
    <div className={styles.key}>
      <p className={styles.signs}>
        {[...decided, ...undecided].map((mark) => (
          <span key={mark}>
            <VerdictMark mark={mark} /> {verdictWords[mark]}
          </span>
        ))}
      </p>
      <p>
        <span>Edit the rule, and what that changes shows here.</span>
      </p>
    </div>
  );
}

const undecided: readonly Mark[] = ['error', 'unknown', 'n/a'];
