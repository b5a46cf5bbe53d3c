import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { Icon } from './Icon.tsx';
import styles from './Tree.module.css';
import type { TreePosition } from './treeLines.ts';
import { moveByKey, useWindow } from './useWindow.ts';

/** One visible line of a tree. */
export interface TreeLine extends TreePosition {
  readonly content: ReactNode;
  /** The accessible name, if the content is more than text. */
  readonly name?: string;
  /** A bar at the left edge. */
  readonly isMarked?: boolean;
}

interface TreeProps {
  readonly label: string;
  readonly lines: readonly TreeLine[];
  readonly selected: string | null;
  /** Other lines are loading. */
  readonly busy?: boolean;
  readonly onSelect: (id: string) => void;
  readonly onToggle: (id: string, open: boolean) => void;
}

/**
 * A tree after the ARIA authoring practices: one tab stop; up and down move, left closes or goes to the parent, right
 * opens or goes to the first child.
 */
export function Tree({ label, lines, selected, busy = false, onSelect, onToggle }: TreeProps) {
  const base = useId();
  // The keyboard position is dropped when another line is selected, here or elsewhere.
  const [walked, setWalked] = useState<{ readonly id: string; readonly during: string | null } | null>(null);
  const active = (walked?.during === selected ? indexOf(lines, walked.id) : undefined) ?? indexOf(lines, selected) ?? 0;
  const { scroller, rows, height } = useWindow<HTMLDivElement>({ count: lines.length, head: 0, cursor: active });
  const activeLine = lines[active];

  const walkTo = (index: number) => {
    const line = lines[index];
    if (line !== undefined) setWalked({ id: line.id, during: selected });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (activeLine === undefined) return;
    const to = moveByKey(event, active, lines.length);
    if (to !== null) walkTo(to);
    else if (event.key === 'ArrowRight' && activeLine.open === false) onToggle(activeLine.id, true);
    else if (event.key === 'ArrowRight' && activeLine.open === true) walkTo(active + 1);
    else if (event.key === 'ArrowLeft' && activeLine.open === true) onToggle(activeLine.id, false);
    else if (event.key === 'ArrowLeft') walkTo(parentOf(lines, active));
    else if (event.key === 'Enter' || event.key === ' ') onSelect(activeLine.id);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      ref={scroller}
      className={styles.tree}
      role="tree"
      aria-label={label}
      aria-busy={busy}
      aria-activedescendant={rows.some((row) => row.index === active) ? `${base}-${active}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div role="none" className={styles.body} style={{ height }}>
        {rows.map(({ index, start }) => {
          const line = lines[index];
          if (line === undefined) return null;
          return (
            // The tree has the focus and handles all keys; one line is active.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={line.id}
              id={`${base}-${index}`}
              role="treeitem"
              aria-level={line.level}
              aria-posinset={line.place}
              aria-setsize={line.siblings}
              aria-selected={line.id === selected}
              aria-expanded={line.open ?? undefined}
              aria-label={line.name}
              data-active={index === active}
              data-marked={line.isMarked}
              className={styles.line}
              style={{
                transform: `translateY(${start}px)`,
                paddingLeft: 4 + indent(line.level),
                backgroundSize: `${indent(line.level)}px 100%`,
              }}
              onClick={() => {
                setWalked({ id: line.id, during: selected });
                onSelect(line.id);
              }}
            >
              <span
                className={styles.twist}
                data-open={line.open ?? 'leaf'}
                aria-hidden="true"
                onClick={(event) => {
                  if (line.open === null) return;
                  event.stopPropagation();
                  setWalked({ id: line.id, during: selected });
                  onToggle(line.id, !line.open);
                }}
              >
                {line.open !== null && <Icon name="right" />}
              </span>
              {line.content}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Beyond this level lines are not indented further, so that they stay visible; their level is shown as a number. */
const maxIndentLevel = 24;
const indent = (level: number) => (Math.min(level, maxIndentLevel) - 1) * 12;

function indexOf(lines: readonly TreeLine[], id: string | null): number | undefined {
  if (id === null) return undefined;
  const index = lines.findIndex((line) => line.id === id);
  return index < 0 ? undefined : index;
}

function parentOf(lines: readonly TreeLine[], index: number): number {
  const level = lines[index]?.level ?? 1;
  const parent = lines.slice(0, index).findLastIndex((line) => line.level < level);
  return parent < 0 ? index : parent;
}
