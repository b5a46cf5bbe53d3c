import { type KeyboardEvent, useRef, useState } from 'react';
import { changeInCell, type DecisionCell, type DecisionDiff } from '../../state/decisionDiff.ts';
import type { ErrorStops } from '../../state/verdictChange.ts';
import { count } from '../../ui/format.ts';
import { VerdictMark } from '../../ui/VerdictMark.tsx';
import styles from './DecisionDiff.module.css';
import { verdictWords } from '../words.ts';
import { cellWords, changeSigns } from './words.ts';

interface DecisionGridProps {
  readonly diff: DecisionDiff;
  readonly errorStops: ErrorStops;
  readonly onChoose: (cell: DecisionCell) => void;
}

/**
 * One row per verdict of the baseline, one column per verdict of the draft. One tab stop; arrows go from cell to cell.
 */
export function DecisionGrid({ diff, errorStops, onChoose }: DecisionGridProps) {
  const { kinds } = diff;
  const table = useRef<HTMLTableElement>(null);
  // The first cell with turns whose verdict changed; the second cell of the first row if there is none.
  const [active, setActive] = useState(() => Math.max(1, firstChanged(diff)));
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const to = placeByKey(event.key, at, kinds.length);
    if (to === null) return;
    event.preventDefault();
    table.current?.querySelector<HTMLElement>(`[data-at="${to}"]`)?.focus();
  };
  return (
    <div className={styles.scroll}>
      <table ref={table} className={styles.table} aria-label="Turns by their two verdicts">
        <thead>
          <tr>
            <th scope="col" className={styles.corner}>
              baseline ↓ · draft →
            </th>
            {kinds.map((kind) => (
              <th key={kind} scope="col">
                <VerdictMark mark={kind} /> {verdictWords[kind]} <span>{count(diff.total('draft', kind))}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.map((baseline, row) => (
            <tr key={baseline}>
              <th scope="row">
                <VerdictMark mark={baseline} /> {verdictWords[baseline]}{' '}
                <span>{count(diff.total('baseline', baseline))}</span>
              </th>
              {kinds.map((draft, column) => {
                const cell = { baseline, draft };
                const at = row * kinds.length + column;
                const number = diff.count(cell);
                const change = changeInCell(cell, errorStops);
                return (
                  <td key={draft} data-change={change} data-empty={number === 0}>
                    <button
                      type="button"
                      data-at={at}
                      tabIndex={at === active ? 0 : -1}
                      {...(at === active && { 'data-autofocus': true })}
                      aria-label={cellWords(diff, cell, errorStops)}
                      aria-disabled={number === 0}
                      onFocus={() => setActive(at)}
                      onKeyDown={(event) => onKeyDown(event, at)}
                      onClick={() => number > 0 && onChoose(cell)}
                    >
                      <span className={styles.sign}>{number === 0 ? '' : changeSigns[change]}</span>
                      <b>{count(number)}</b>
                      {number > 0 && <span className={styles.of}>of {count(diff.total('baseline', baseline))}</span>}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function firstChanged({ kinds, count: countOf }: DecisionDiff): number {
  const places = kinds.flatMap((baseline) => kinds.map((draft) => ({ baseline, draft })));
  return places.findIndex((cell) => cell.baseline !== cell.draft && countOf(cell) > 0);
}

/** The cell to which an arrow key, *Home* or *End* leads, as in the grid pattern of ARIA; null at an edge and for other keys. */
function placeByKey(key: string, at: number, size: number): number | null {
  const [row, column] = [Math.floor(at / size), at % size];
  switch (key) {
    case 'ArrowRight':
      return column + 1 < size ? at + 1 : null;
    case 'ArrowLeft':
      return column > 0 ? at - 1 : null;
    case 'ArrowDown':
      return row + 1 < size ? at + size : null;
    case 'ArrowUp':
      return row > 0 ? at - size : null;
    case 'Home':
      return row * size;
    case 'End':
      return row * size + size - 1;
    default:
      return null;
  }
}
