import { EmptyState, Failure } from '../../ui/EmptyState.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import type { PolicyProblemRow } from '../../worker/policy-protocol.ts';
import styles from './Policy.module.css';

interface ProblemListProps {
  readonly problems: readonly PolicyProblemRow[];
  /** Why the text cannot be read at all. */
  readonly failure: string | null;
  readonly onOpen: (problem: PolicyProblemRow) => void;
}

/** What is wrong with the text, in its order; each leads to its line. */
export function ProblemList({ problems, failure, onOpen }: ProblemListProps) {
  if (failure !== null) return <Failure message={failure} />;
  if (problems.length === 0) return <EmptyState title="Nothing is wrong with this policy." />;
  return (
    <ul className={styles.items} aria-label="Problems of the policy">
      {problems.map((problem) => (
        <li key={`${problem.range.start} ${problem.code} ${problem.message}`}>
          <button type="button" className={styles.problem} onClick={() => onOpen(problem)}>
            <span className={styles.line}>line {problem.line}</span>
            <span className={styles.severity} data-severity={problem.severity}>
              {problem.severity}
            </span>
            <span className={styles.message}>
              <Sentence text={problem.message} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
