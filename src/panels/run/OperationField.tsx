import { type KeyboardEvent, useId, useState } from 'react';
import type { OperationSpec } from '../../engine/systems/machine.ts';
import styles from './Run.module.css';

interface OperationFieldProps {
  readonly operations: readonly OperationSpec[];
  readonly chosen: string;
  readonly fault: boolean;
  readonly onChoose: (name: string) => void;
}

/** Chooses an operation of the system, found by its name or its description. */
export function OperationField({ operations, chosen, fault, onChoose }: OperationFieldProps) {
  const list = useId();
  /** The search text; null while an operation is chosen. */
  const [query, setSought] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const offered = query === null ? [] : found(operations, query);

  const choose = (name: string) => {
    onChoose(name);
    setSought(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    const one = offered[active];
    if (key === 'ArrowDown' && query === null) open();
    else if (key === 'ArrowDown') setActive(Math.min(active + 1, offered.length - 1));
    else if (key === 'ArrowUp') setActive(Math.max(active - 1, 0));
    else if (key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      if (one !== undefined) choose(one.name);
      else open();
    } else if (key === 'Escape' && query !== null) setSought(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const open = () => {
    setSought('');
    setActive(
      Math.max(
        0,
        operations.findIndex(({ name }) => name === chosen),
      ),
    );
  };

  return (
    <div className={styles.operation}>
      <label className={styles.small}>
        <span>operation</span>
        <input
          type="text"
          role="combobox"
          data-place="entry"
          className={styles.input}
          aria-label="Operation"
          aria-expanded={query !== null}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={query !== null && offered.length > 0 ? `${list}-${active}` : undefined}
          aria-invalid={fault}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="type to find one"
          value={query ?? chosen}
          onChange={({ target }) => {
            setSought(target.value);
            setActive(0);
          }}
          onClick={() => query === null && open()}
          onKeyDown={onKeyDown}
          onBlur={() => setSought(null)}
        />
      </label>
      <div
        id={list}
        role="listbox"
        aria-label="Operations"
        tabIndex={-1}
        className={styles.operations}
        hidden={query === null}
      >
        {offered.map(({ name, about }, at) => (
          <button
            key={name}
            id={`${list}-${at}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            className={styles.completion}
            title={about}
            ref={at === active ? inView : undefined}
            // A press would move the focus from the field and close the list.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(name)}
          >
            <span className={styles.label}>{name}</span> <span className={styles.detail}>{about}</span>
          </button>
        ))}
        {query !== null && offered.length === 0 && <p className={styles.help}>No operation matches this text.</p>}
      </div>
    </div>
  );
}

/** jsdom does not have this method. */
const inView = (option: HTMLElement | null) => option?.scrollIntoView?.({ block: 'nearest' });

/** Operations whose name begins with the text, then those whose name contains it, then those whose description does. */
function found(operations: readonly OperationSpec[], query: string): readonly OperationSpec[] {
  const word = query.trim().toLowerCase();
  const rank = ({ name, about }: OperationSpec) => {
    const at = name.toLowerCase().indexOf(word);
    if (at >= 0) return at === 0 ? 0 : 1;
    return about.toLowerCase().includes(word) ? 2 : 3;
  };
  return operations
    .map((one) => ({ one, at: rank(one) }))
    .filter(({ at }) => at < 3)
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);
}
