import { count } from '../../ui/format.ts';
import { Sentence } from '../../ui/Sentence.tsx';
import { Term } from '../../ui/Term.tsx';
import { VerdictMark } from '../../ui/VerdictMark.tsx';
import { glossary } from '../glossary.ts';
import styles from './Timeline.module.css';
import type { Shown } from '../useShown.ts';
import { countsText, countedKinds, kindWords } from './words.ts';

interface CountsProps {
  readonly shown: Shown;
  /** Each count is beside its sign alone, and its word is a tooltip. */
  readonly isBrief?: boolean;
}

/** A ribbon's counts, each beside its sign in the ribbon; the tooltip says all of it in words. */
export function Counts({ shown, isBrief = false }: CountsProps) {
  const { sweep, problem, errorCounted, isSnapshot, isWaiting } = shown;
  const words = problem ?? (sweep === null ? '' : countsText(sweep.counts, errorCounted, isSnapshot));
  return (
    <div className={styles.counts} data-waiting={isWaiting} title={words}>
      {problem !== null ? (
        <span className={styles.problem}>
          <Sentence text={sweep === null ? problem : `Last valid verdicts: ${problem}`} />
        </span>
      ) : sweep?.counts.eligible === 0 ? (
        <span className={styles.of}>{isBrief ? '–' : words}</span>
      ) : (
        sweep !== null &&
        countedKinds(sweep.counts).map((kind) => (
          <span
            key={kind}
            className={styles.count}
            data-kind={sweep.counts[kind] === 0 ? 'n/a' : kind}
            title={isBrief ? undefined : kindWords(kind, errorCounted)}
          >
            <VerdictMark mark={sweep.counts[kind] === 0 ? 'n/a' : kind} /> <b>{count(sweep.counts[kind])}</b>
            {!isBrief && ' '}
            {!isBrief && (kind === 'unknown' ? <Term definition={glossary.unknown}>{kind}</Term> : kind)}
          </span>
        ))
      )}
      {isWaiting && <span className={styles.judging}>judging…</span>}
    </div>
  );
}

/** Out of how many turns a ribbon's verdicts are counted. */
export function Eligible({ shown: { sweep, isSnapshot } }: { readonly shown: Shown }) {
  if (sweep === null || sweep.counts.eligible === 0) return null;
  if (isSnapshot) return <span className={styles.of}>of {sweep.counts.eligible} moment</span>;
  return (
    <span className={styles.of}>
      of {count(sweep.counts.eligible)} <Term definition={glossary.eligible}>eligible</Term>
    </span>
  );
}
