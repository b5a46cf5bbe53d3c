import type { useRoving } from '../../../ui/useRoving.ts';
import { visible } from '../../../ui/visible.tsx';
import type { ClauseCounts } from '../../../engine/rules/what-if/what-if.ts';
import type { Clause } from './clause.ts';
import styles from './Gutter.module.css';
import { SeenMark } from './SeenMark.tsx';
import { countsOf, gapOf, seenOf } from './words.ts';

interface ClauseCardProps {
  /** The row's position in the window. */
  readonly box: DOMRect;
  readonly clauses: readonly Clause[];
  readonly item: ReturnType<ReturnType<typeof useRoving>['item']>;
  readonly onPoint: (clause: Clause) => void;
}

/** The card's height in pixels; above a maximum it scrolls. */
const heightOf = (clauses: number) => Math.min(30 + 44 * clauses, 216);

/** Every clause that begins in a row, with its counts in the session and in the tests. */
export function ClauseCard({ box, clauses, item, onPoint }: ClauseCardProps) {
  // Above the row if there is room, because the clauses that begin in it continue below and are marked there.
  const isAbove = box.top > heightOf(clauses.length);
  const place = isAbove ? { bottom: window.innerHeight - box.top } : { top: box.bottom };
  return (
    <div className={styles.card} style={{ left: box.left, ...place }} role="group" aria-label="Clauses of this row">
      <p className={styles.head} aria-hidden="true">
        <span>clause</span>
        <span>in this session</span>
        <span>in tests</span>
      </p>
      <ul>
        {clauses.map((clause) => (
          <li key={`${clause.start}-${clause.end}`}>
            <button
              {...item}
              tabIndex={-1}
              type="button"
              className={styles.clause}
              onFocus={() => {
                item.onFocus();
                onPoint(clause);
              }}
              onMouseEnter={() => onPoint(clause)}
            >
              <code className={styles.text}>{visible(clause.text.replaceAll(/\s+/g, ' '))}</code>
              <Counts counts={clause.session} where="in this session" />
              <Counts counts={clause.tests} where="in tests" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Counts({ counts, where }: { readonly counts: ClauseCounts | null; readonly where: string }) {
  if (counts === null) return <span className={styles.cardCounts}>–</span>;
  const gap = gapOf(counts);
  return (
    <span className={styles.cardCounts}>
      <SeenMark seen={seenOf(counts)} /> {countsOf(counts)} <span className="visually-hidden">{where}</span>
      {gap !== null && <em>{gap}</em>}
    </span>
  );
}
