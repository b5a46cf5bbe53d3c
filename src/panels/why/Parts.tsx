import type { Explanation } from '../../worker/protocol.ts';
import { Elements } from './Elements.tsx';
import { PartText } from './PartText.tsx';
import { partLines } from './reading.ts';
import { PartValue } from './Value.tsx';
import styles from './Why.module.css';

/** Deeper than this, further steps to the right would leave no room for the text. */
const deepestIndent = 12;
/** More rows than anyone reads, and few enough to draw at once. */
const mostLines = 400;

interface PartsProps {
  readonly explanation: Explanation;
  /** Ids of the parts that read the place in focus. */
  readonly reading: ReadonlySet<number>;
}

/** The whole rule, part by part, each with its value; what was never reached is there, but faint. */
export function Parts({ explanation, reading }: PartsProps) {
  const lines = partLines(explanation);
  return (
    <ol className={styles.parts} aria-label="Every part">
      {lines.slice(0, mostLines).map(({ part, depth }) => (
        <li
          key={part.id}
          className={styles.line}
          data-outcome={part.outcome}
          data-reads={reading.has(part.id)}
          aria-level={depth + 1}
        >
          <span className={styles.text} style={{ paddingLeft: Math.min(depth, deepestIndent) * 12 }}>
            <PartText part={part} />
          </span>
          <span className={styles.outcome}>
            <PartValue part={part} />
          </span>
          {part.elements !== null && <Elements elements={part.elements} tried={part.tried} />}
        </li>
      ))}
      {lines.length > mostLines && <li className={styles.quiet}>and {lines.length - mostLines} more parts</li>}
    </ol>
  );
}
