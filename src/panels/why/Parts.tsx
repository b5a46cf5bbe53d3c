import type { Explanation } from '../../worker/protocol.ts';
import { Elements } from './Elements.tsx';
import { PartText } from './PartText.tsx';
import { partLines } from './reading.ts';
import { PartValue } from './Value.tsx';
import styles from './Why.module.css';

/** Deepest indentation; more would leave no room for the text. */
const maxIndent = 12;
/** Rows shown at most, few enough to render at once. */
const maxLines = 400;

interface PartsProps {
  readonly explanation: Explanation;
  /** Ids of the parts that read the focused path. */
  readonly reading: ReadonlySet<number>;
}

/** The whole rule part by part, each with its value; parts that were not reached are muted. */
export function Parts({ explanation, reading }: PartsProps) {
  const lines = partLines(explanation);
  return (
    <ol className={styles.parts} aria-label="Every part">
      {lines.slice(0, maxLines).map(({ part, depth }) => (
        <li
          key={part.id}
          className={styles.line}
          data-outcome={part.outcome}
          data-reads={reading.has(part.id)}
          aria-level={depth + 1}
        >
          <span className={styles.text} style={{ paddingLeft: Math.min(depth, maxIndent) * 12 }}>
            <PartText part={part} />
          </span>
          <span className={styles.outcome}>
            <PartValue part={part} />
          </span>
          {part.elements !== null && <Elements elements={part.elements} tried={part.tried} />}
        </li>
      ))}
      {lines.length > maxLines && <li className={styles.quiet}>and {lines.length - maxLines} more parts</li>}
    </ol>
  );
}
