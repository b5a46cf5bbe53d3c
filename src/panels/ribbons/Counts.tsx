import { count } from '../../ui/format.ts';
import { Sentence } from '../../ui/Sentence.tsx';
import { VerdictMark } from '../../ui/VerdictMark.tsx';
import styles from './Ribbons.module.css';
import type { Shown } from './useShown.ts';
import { countsText, countedKinds, eligibleWords, kindWords } from './words.ts';

/** What a ribbon holds, in numbers with their denominator; each beside the sign that stands for it in the picture. */
export function Counts({ shown: { sweep, problem, errorCounted, isSnapshot } }: { readonly shown: Shown }) {
  if (problem !== null) {
    return (
      <span className={styles.problem} title={problem}>
        <Sentence text={sweep === null ? problem : `last good verdicts: ${problem}`} />
      </span>
    );
  }
  if (sweep === null) return null;
  const { counts } = sweep;
  if (counts.eligible === 0) return <span>{countsText(counts, errorCounted, isSnapshot)}</span>;
  return (
    <>
      {countedKinds(counts).map((kind) => (
        <span key={kind} className={styles.count} data-kind={kind}>
          <VerdictMark mark={kind} /> <b>{count(counts[kind])}</b> {kindWords(kind, errorCounted)}
        </span>
      ))}
      <span className={styles.of} title={countsText(counts, errorCounted, isSnapshot)}>
        {eligibleWords(counts, isSnapshot)}
      </span>
    </>
  );
}
