import { count, counted } from '../../ui/format.ts';
import { Sentence } from '../../ui/Sentence.tsx';
import { Term } from '../../ui/Term.tsx';
import { VerdictMark } from '../../ui/VerdictMark.tsx';
import type { Sweep } from '../../worker/protocol.ts';
import { glossary } from '../glossary.ts';
import styles from './Timeline.module.css';
import type { Shown } from '../useShown.ts';
import { type CountedKind, countedKinds, countedWord, countsText, kindWords } from './words.ts';

interface CountsProps {
  readonly shown: Shown;
  /** The row has no second line: each count is beside its sign alone, and a problem takes their place. */
  readonly isBrief?: boolean;
}

/** A ribbon's counts, each beside its sign in the ribbon; the tooltip says all of it in words. */
export function Counts({ shown, isBrief = false }: CountsProps) {
  const { sweep, problem, errorCounted, isSnapshot, isWaiting, rule } = shown;
  const words = problem ?? (sweep === null ? '' : countsText(sweep.counts, errorCounted, isSnapshot, rule));
  return (
    <div className={styles.counts} data-waiting={isWaiting} title={words}>
      {isBrief && problem !== null ? (
        <ProblemText shown={shown} problem={problem} />
      ) : sweep?.counts.eligible === 0 ? (
        isBrief && <span className={styles.of}>–</span>
      ) : (
        sweep !== null && <Kinds {...sweep} errorCounted={errorCounted} rule={rule} isBrief={isBrief} />
      )}
      {isWaiting && <span className={styles.judging}>judging…</span>}
    </div>
  );
}

/** Characters for which there is room beside a name; of more, the words are tooltips alone. */
const room = 18;

interface KindsProps extends Pick<Sweep, 'counts'>, Pick<Shown, 'errorCounted' | 'rule'> {
  readonly isBrief: boolean;
}

function Kinds({ counts, errorCounted, rule, isBrief }: KindsProps) {
  const kinds = countedKinds(counts, rule);
  const wordOf = (kind: CountedKind) => countedWord(kind, rule);
  const hasWords = !isBrief && kinds.map((kind) => `${count(counts[kind])} ${wordOf(kind)}`).join(' ').length <= room;
  return kinds.map((kind) => (
    <span
      key={kind}
      className={styles.count}
      data-kind={counts[kind] === 0 ? 'n/a' : kind}
      title={isBrief ? undefined : kindWords(kind, errorCounted, rule)}
    >
      <VerdictMark mark={counts[kind] === 0 ? 'n/a' : kind} /> <b>{count(counts[kind])}</b>
      {hasWords && ' '}
      {hasWords && (kind === 'unknown' ? <Term definition={glossary.unknown}>{kind}</Term> : wordOf(kind))}
    </span>
  ));
}

/** Below the counts: out of how many turns they are, or why they are not those of the rule. */
export function OutOf({ shown }: { readonly shown: Shown }) {
  const { sweep, problem, isSnapshot } = shown;
  if (problem !== null) return <ProblemText shown={shown} problem={problem} />;
  if (sweep === null) return null;
  const { eligible } = sweep.counts;
  if (eligible === 0) return <span className={styles.of}>no eligible turn</span>;
  if (isSnapshot) return <span className={styles.of}>of {counted(eligible, 'moment')}</span>;
  return (
    <span className={styles.of}>
      of {count(eligible)} <Term definition={glossary.eligible}>eligible</Term> {eligible === 1 ? 'turn' : 'turns'}
    </span>
  );
}

function ProblemText({ shown: { sweep }, problem }: { readonly shown: Shown; readonly problem: string }) {
  return (
    <span className={styles.problem} title={problem}>
      <Sentence text={sweep === null ? problem : `Last valid verdicts: ${problem}`} />
    </span>
  );
}
