import type { Explanation } from '../../worker/protocol.ts';
import { Elements } from './Elements.tsx';
import { PartText } from './PartText.tsx';
import { proofLines } from './reading.ts';
import { PartValue } from './Value.tsx';
import styles from './Why.module.css';

/** More elements than this are folded, so that they do not hide the proof. */
const maxOpen = 4;

interface ProofProps {
  readonly explanation: Explanation;
  /** Ids of the parts that read the focused path. */
  readonly reading: ReadonlySet<number>;
}

/** The shortest proof: the deciding parts with their operands and results. */
export function Proof({ explanation, reading }: ProofProps) {
  return (
    <ol className={styles.proof} aria-label="Shortest proof">
      {proofLines(explanation).map(({ part, operands, isWhole }) => (
        <li
          key={part.id}
          className={styles.step}
          data-whole={isWhole}
          data-outcome={part.outcome}
          data-reads={[part, ...operands].some(({ id }) => reading.has(id))}
        >
          <PartText part={part} />
          <span className={styles.operands}>
            {operands.map((operand) => (
              <span key={operand.id} className={styles.operand}>
                <PartValue part={operand} />
              </span>
            ))}
          </span>
          <span className={styles.outcome}>
            <span className={styles.quiet} aria-hidden="true">
              →{' '}
            </span>
            <PartValue part={part} />
          </span>
          {part.elements !== null && (
            <Elements elements={part.elements} tried={part.tried} isOpen={part.elements.length <= maxOpen} />
          )}
        </li>
      ))}
    </ol>
  );
}
