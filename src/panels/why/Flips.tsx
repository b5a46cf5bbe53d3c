import { useQuery } from '@tanstack/react-query';
import type { TurnIndex } from '../../engine/model/history.ts';
import type { OtherValue } from '../../engine/rules/what-if/what-if.ts';
import { flipsQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useDecisions, useJudgedRule, useSession } from '../../state/useSession.ts';
import { Sentence } from '../../ui/Sentence.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { visible } from '../../ui/visible.tsx';
import styles from './Deeper.module.css';
import { PartText } from './PartText.tsx';
import { ReadValue } from './Value.tsx';
import why from './Why.module.css';
import { flipHeading } from './words.ts';

/** The smallest changes of values that would have turned the verdict, with the actual and the needed value. */
export function Flips({ turn, verdict }: { readonly turn: TurnIndex; readonly verdict: 'pass' | 'fire' }) {
  const { ref } = useSession();
  const input = { session: ref, rule: useJudgedRule(), turn, decisions: useDecisions() };
  const query = useQuery(flipsQuery(useEngine(), input));
  if (query.isPending) return <Skeleton lines={2} label="Looking for changes that would turn the verdict" />;
  if (query.isError || query.data === null) return null;
  const { alternatives, notes } = query.data;
  return (
    <section aria-label="Changes that would turn the verdict">
      <h3 className={why.heading}>{flipHeading(verdict, alternatives.length)}</h3>
      <ul className={styles.sets}>
        {alternatives.map(({ values }) => (
          <li key={values.map(({ text, wanted }) => `${text} ${wanted}`).join('\n')} className={styles.set}>
            {values.map((change, at) => (
              <ChangeLine key={`${at} ${change.text}`} change={change} isFurther={at > 0} />
            ))}
          </li>
        ))}
      </ul>
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          <Sentence text={note} />
        </p>
      ))}
    </section>
  );
}

function ChangeLine({ change, isFurther }: { readonly change: OtherValue; readonly isFurther: boolean }) {
  const { now, because, wanted } = change;
  return (
    <div className={styles.change}>
      <span className={styles.changed}>
        {isFurther && <span className={why.quiet}>and </span>}
        <PartText part={change} />
      </span>
      <span className={styles.now}>
        {now === null ? <span className={why.quiet}>not there</span> : <ReadValue part={change} value={now} />}
        {because !== null && <span className={styles.because}>{visible(because)}</span>}
      </span>
      <span className={styles.wanted}>
        <span className={why.quiet} aria-hidden="true">
          →{' '}
        </span>
        {visible(wanted)}
      </span>
    </div>
  );
}
