import { count } from '../../ui/format.ts';
import { Sentence } from '../../ui/Sentence.tsx';
import { Term } from '../../ui/Term.tsx';
import { VerdictMark } from '../../ui/VerdictMark.tsx';
import { glossary } from '../glossary.ts';
import styles from './Timeline.module.css';
import type { Shown } from '../useShown.ts';
import { countsText, countedKinds, eligibleWords, kindWords } from './words.ts';

interface CountsProps {
  readonly shown: Shown;
  /** Adds the definitions of *unknown* and *eligible*. */
  readonly defines?: boolean;
}

/** A ribbon's counts with their denominator, each beside its sign in the ribbon. */
export function Counts({ shown: { sweep, problem, errorCounted, isSnapshot }, defines = false }: CountsProps) {
  if (problem !== null) {
    return (
      <span className={styles.problem} title={problem}>
        <Sentence text={sweep === null ? problem : `Last valid verdicts: ${problem}`} />
      </span>
    );
  }
  if (sweep === null) return null;
  const { counts } = sweep;
  if (counts.eligible === 0) return <span>{countsText(counts, errorCounted, isSnapshot)}</span>;
  return (
    <>
      {countedKinds(counts).map((kind) => (
        <span
          key={kind}
          className={styles.count}
          data-kind={counts[kind] === 0 ? 'n/a' : kind}
          title={kindWords(kind, errorCounted)}
        >
          <VerdictMark mark={counts[kind] === 0 ? 'n/a' : kind} /> <b>{count(counts[kind])}</b>{' '}
          {defines && kind === 'unknown' ? <Term definition={glossary.unknown}>{kind}</Term> : kind}
        </span>
      ))}
      <span className={styles.of} title={countsText(counts, errorCounted, isSnapshot)}>
        {defines && !isSnapshot ? (
          <>
            of {count(counts.eligible)} <Term definition={glossary.eligible}>eligible</Term>
          </>
        ) : (
          eligibleWords(counts, isSnapshot)
        )}
      </span>
    </>
  );
}
