import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import styles from './Tabs.module.css';

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly title: string;
  readonly badge?: ReactNode;
}

interface TabsProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
  /** The selected tab's panel. */
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** Tabs after the ARIA authoring practices: one tab stop, arrows select, Home and End jump. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect, children, className }: TabsProps<Id>) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    const to = neighbour(
      tabs.map((tab) => tab.id),
      selected,
      event.key,
    );
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onSelect(to);
    list.current?.querySelector<HTMLElement>(`[data-tab="${to}"]`)?.focus();
  };

  return (
    <div className={[styles.tabs, className].join(' ')}>
      <div className={styles.list} role="tablist" tabIndex={-1} aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-${tab.id}`}
            data-tab={tab.id}
            className={styles.tab}
            aria-selected={tab.id === selected}
            aria-controls={tab.id === selected ? `${base}-panel` : undefined}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
          >
            {tab.title}
            {tab.badge}
          </button>
        ))}
      </div>
      <div
        className={styles.panel}
        role="tabpanel"
        id={`${base}-panel`}
        aria-labelledby={`${base}-${selected}`}
        // Some panels have no focusable content, and a scrolling panel must be reachable by keyboard.
        tabIndex={0}
      >
        {children}
      </div>
    </div>
  );
}

function neighbour<Id extends string>(ids: readonly Id[], selected: Id, key: string): Id | undefined {
  const at = ids.indexOf(selected);
  switch (key) {
    case 'ArrowRight':
      return ids[(at + 1) % ids.length];
    case 'ArrowLeft':
      return ids[(at - 1 + ids.length) % ids.length];
    case 'Home':
      return ids[0];
    case 'End':
      return ids.at(-1);
    default:
      return undefined;
  }
}
