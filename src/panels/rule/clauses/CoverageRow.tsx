import { type KeyboardEvent, useRef, useState } from 'react';
import { useViewActions } from '../../../state/useView.ts';
import type { CoverageSource } from '../../../state/view/settings.ts';
import type { useRoving } from '../../../ui/useRoving.ts';
import { type Clause, leastSeen, seenOf, type Seen } from './clause.ts';
import styles from './Gutter.module.css';
import { rowText, shortCounts, countsOf, gapOf } from './words.ts';
import { visible } from '../../../ui/visible.tsx';
import type { ClauseCounts } from '../../../engine/rules/what-if/what-if.ts';

interface CoverageRowProps {
  readonly clauses: readonly [Clause, ...Clause[]];
  readonly source: CoverageSource;
  /** The text was edited after the count. */
  readonly isStale: boolean;
  readonly isNarrow: boolean;
  readonly item: ReturnType<ReturnType<typeof useRoving>['item']>;
}

/**
 * A row of the gutter: the counts of its outermost clause, and a sign for the clause with the least coverage. While
 * hovered it marks its clause in the text and lists all clauses of the row; arrow keys move into the list.
 */
export function CoverageRow({ clauses, source, isStale, isNarrow, item }: CoverageRowProps) {
  const { highlightPart } = useViewActions();
  const button = useRef<HTMLButtonElement>(null);
  const [box, setBox] = useState<DOMRect | null>(null);
  const [first, ...more] = clauses;
  const counts = first[source];

  const point = (clause: Clause) => {
    setBox(button.current?.getBoundingClientRect() ?? null);
    // Places in an outdated text would mark the wrong part.
    if (!isStale) highlightPart({ start: clause.start, end: clause.end });
  };
  const letGo = () => {
    setBox(null);
    highlightPart(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || box === null) return;
    event.stopPropagation();
    button.current?.focus();
    letGo();
  };

  return (
    <div
      role="presentation"
      className={styles.cell}
      data-stale={isStale}
      onMouseLeave={letGo}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && letGo()}
      onKeyDown={onKeyDown}
    >
      <button
        {...item}
        ref={button}
        type="button"
        className={styles.counts}
        aria-label={rowText(clauses, source)}
        onFocus={() => {
          item.onFocus();
          point(first);
        }}
        onMouseEnter={() => point(first)}
        onClick={() => point(first)}
      >
        <SeenMark seen={leastSeen(clauses.map((clause) => clause[source]))} />
        {!isNarrow && (
          <span className={styles.numbers}>
            {counts === null
              ? 'no tests'
              : shortCounts(counts).map(({ kind, letter, number, isGap }) => (
                  <span key={kind} data-kind={kind} data-gap={isGap}>
                    {number}
                    <span className={styles.letter}>{letter}</span>
                  </span>
                ))}
          </span>
        )}
        {more.length > 0 && <span className={styles.more}>+{more.length}</span>}
      </button>
      {box !== null && <ClauseCard box={box} clauses={clauses} item={item} onPoint={point} />}
    </div>
  );
}

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
function ClauseCard({ box, clauses, item, onPoint }: ClauseCardProps) {
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

/** A clause's coverage as a shape: a full disc for both outcomes, a half disc for one, a ring for none. */
function SeenMark({ seen }: { readonly seen: Seen }) {
  return (
    <svg className={styles.seen} viewBox="0 0 8 8" data-seen={seen} aria-hidden="true">
      <circle cx="4" cy="4" r="3.25" fill={seen === 'both' ? 'currentColor' : 'none'} />
      {seen === 'one' && <path d="M4 .75a3.25 3.25 0 0 0 0 6.5z" fill="currentColor" />}
    </svg>
  );
}
