import type { ExplainedPart } from '../../worker/protocol.ts';
import { Elements } from './Elements.tsx';
import { PartText } from './PartText.tsx';
import type { ProofStep } from './reading.ts';
import { isBeside, PartValue, WrittenAt } from './Value.tsx';
import styles from './Why.module.css';

interface ProofProps {
  readonly label: string;
  readonly steps: readonly ProofStep[];
  /** Ids of the parts that read the focused path. */
  readonly reading: ReadonlySet<number>;
}

/** Steps shown at most, few enough to render at once. */
const maxSteps = 100;

/** The deciding parts, each with its result at the end of its line and what it read below it. */
export function Proof({ label, steps, reading }: ProofProps) {
  return (
    <ol className={styles.proof} aria-label={label}>
      {steps.slice(0, maxSteps).map((step) => (
        <Step key={step.part.id} step={step} reading={reading} />
      ))}
      {steps.length > maxSteps && <li className={styles.quiet}>and {steps.length - maxSteps} more parts</li>}
    </ol>
  );
}

function Step({ step, reading }: { readonly step: ProofStep; readonly reading: ReadonlySet<number> }) {
  const { part, operands, inner } = step;
  return (
    <li
      className={styles.step}
      data-beside={isBeside(part)}
      data-reads={[part, ...operands].some(({ id }) => reading.has(id))}
    >
      <PartText part={part} />
      <span className={styles.outcome}>
        <span className={styles.arrow} aria-hidden="true">
          →
        </span>
        <PartValue part={part} />
        <WrittenAt turn={part.writtenAt} />
      </span>
      {operands.length > 0 && (
        <ul className={styles.operands}>
          {operands.map((operand) => (
            <Operand key={operand.id} operand={operand} />
          ))}
        </ul>
      )}
      {part.elements !== null && <Elements part={part} elements={part.elements} />}
      {inner.length > 0 && <Proof label="Inside the macro" steps={inner} reading={reading} />}
    </li>
  );
}

/** `input.amount  1200  turn 3` */
function Operand({ operand }: { readonly operand: ExplainedPart }) {
  return (
    <li className={styles.operand}>
      <PartText part={operand} />
      <span className={styles.read}>
        <PartValue part={operand} />
      </span>
      <WrittenAt turn={operand.writtenAt} />
    </li>
  );
}
