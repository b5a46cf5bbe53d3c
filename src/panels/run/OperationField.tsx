import { type KeyboardEvent, useId, useState } from 'react';
import type { OperationSpec } from '../../engine/systems/machine.ts';
import styles from './Run.module.css';

interface OperationFieldProps {
  readonly operations: readonly OperationSpec[];
  readonly chosen: string;
  readonly fault: boolean;
  readonly onChoose: (name: string) => void;
}

/** The operations of the system, found by their names or by what they are about. */
export function OperationField({ operations, chosen, fault, onChoose }: OperationFieldProps) {
  const list = useId();
  /** What is looked for; null while the choice stands. */
  const [sought, setSought] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const offered = sought === null ? [] : found(operations, sought);

  const choose = (name: string) => {
    onChoose(name);
    setSought(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    const one = offered[active];
    if (key === 'ArrowDown' && sought === null) open();
    else if (key === 'ArrowDown') setActive(Math.min(active + 1, offered.length - 1));
    else if (key === 'ArrowUp') setActive(Math.max(active - 1, 0));
    else if (key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      if (one !== undefined) choose(one.name);
      else open();
    } else if (key === 'Escape' && sought !== null) setSought(null);
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
          aria-expanded={sought !== null}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={sought !== null && offered.length > 0 ? `${list}-${active}` : undefined}
          aria-invalid={fault}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="type to find one"
          value={sought ?? chosen}
          onChange={({ target }) => {
            setSought(target.value);
            setActive(0);
          }}
          onClick={() => sought === null && open()}
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
        hidden={sought === null}
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
            // The press would take the focus from the field, and the list would close under the pointer.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(name)}
          >
            <span className={styles.label}>{name}</span> <span className={styles.detail}>{about}</span>
          </button>
        ))}
        {sought !== null && offered.length === 0 && (
          <p className={styles.help}>No operation is called or about that.</p>
        )}
      </div>
    </div>
  );
}

/** jsdom has no such method: nothing is out of sight there. */
const inView = (option: HTMLElement | null) => option?.scrollIntoView?.({ block: 'nearest' });

/** Those whose names begin with it, then those that have it in their names, then those that speak of it. */
function found(operations: readonly OperationSpec[], sought: string): readonly OperationSpec[] {
  const word = sought.trim().toLowerCase();
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
