import { type Mark, VerdictMark } from '../../ui/VerdictMark.tsx';
import { verdictWords } from '../words.ts';
import styles from './Timeline.module.css';

/** The signs of a ribbon, where the next edit puts the ribbons that it is compared with: nothing moves then. */
export function Key({ computes }: { readonly computes: boolean }) {
  const decided: readonly Mark[] = computes ? ['value'] : ['pass', 'fire'];
  return (
    <div className={styles.key}>
      {[...decided, ...undecided].map((mark) => (
        <span key={mark}>
          <VerdictMark mark={mark} /> {verdictWords[mark]}
        </span>
      ))}
      <span className={styles.hint}>Edit the rule, and what that changes shows here.</span>
    </div>
  );
}

const undecided: readonly Mark[] = ['error', 'unknown', 'n/a'];
