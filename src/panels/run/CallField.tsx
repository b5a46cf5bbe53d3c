import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Problem } from '../../engine/model/problem.ts';
import type { SessionRef } from '../../engine/model/session.ts';
import type { ConsoleCompletion } from '../../engine/runs/console/complete.ts';
import { consoleQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { ArgumentHelp, Completions, Miswritten } from './Help.tsx';
import styles from './Run.module.css';

interface CallFieldProps {
  readonly label: string;
  readonly session: SessionRef;
  readonly start?: string;
  /** Lines that the up key brings back, oldest first. */
  readonly past?: readonly string[];
  /** What is wrong with the line; nothing when it was performed. */
  readonly onEnter: (line: string) => Promise<readonly Problem[]>;
  /** Where a call is edited, Escape gives it up; the field has the focus at once. */
  readonly onLeave?: () => void;
}

/** One line of a system's own calls, with what could stand there and what is wrong with it. */
export function CallField({ label, session, start = '', past = [], onEnter, onLeave }: CallFieldProps) {
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  const [{ text, offset }, setLine] = useState({ text: start, offset: start.length });
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [back, setBack] = useState(0);
  const [wrong, setWrong] = useState<{ readonly text: string; readonly problems: readonly Problem[] } | null>(null);
  const asked = useQuery({ ...consoleQuery(useEngine(), session, text, offset), enabled: open || text !== '' });
  const offered = open ? (asked.data?.completions ?? []) : [];

  const editing = onLeave !== undefined;
  useEffect(() => {
    if (editing) field.current?.focus();
  }, [editing]);
  // A completion in the middle of a line leaves the caret behind itself, not at the end.
  useLayoutEffect(() => {
    if (document.activeElement === field.current) field.current?.setSelectionRange(offset, offset);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- moving the caret alone must not undo a selection
  }, [text]);

  const write = (next: string, at = next.length) => {
    setLine({ text: next, offset: at });
    setActive(-1);
    setWrong(null);
  };
  const accept = ({ insert, range }: ConsoleCompletion) => {
    write(text.slice(0, range.start) + insert + text.slice(range.end), range.start + insert.length);
    setOpen(true);
    field.current?.focus();
  };
  const enter = async () => {
    if (text.trim() === '') return;
    setOpen(false);
    const problems = await onEnter(text);
    if (problems.length > 0) setWrong({ text, problems });
    else {
      write('');
      setBack(0);
    }
  };
  const recall = (steps: number) => {
    const to = Math.max(0, Math.min(past.length, steps));
    setBack(to);
    setOpen(false);
    write(to === 0 ? '' : (past.at(-to) ?? ''));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = offered[active];
    const { key } = event;
    if (key === 'Enter' || (key === 'Tab' && chosen !== undefined)) {
      if (chosen === undefined) void enter();
      else accept(chosen);
    } else if (key === 'ArrowDown' && offered.length > 0) setActive((active + 1) % offered.length);
    else if (key === 'ArrowDown' && back > 0) recall(back - 1);
    else if (key === 'ArrowDown' || (key === ' ' && event.ctrlKey)) setOpen(true);
    else if (key === 'ArrowUp' && active >= 0) setActive(active - 1);
    else if (key === 'ArrowUp') recall(back + 1);
    else if (key === 'Escape' && offered.length > 0) setOpen(false);
    else if (key === 'Escape' && onLeave !== undefined) onLeave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={styles.field} data-editing={editing}>
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={offered.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `${list}-${active}` : undefined}
        aria-invalid={wrong !== null}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        className={styles.input}
        value={text}
        onChange={({ target }) => {
          write(target.value, target.selectionStart ?? target.value.length);
          setOpen(target.value !== '');
        }}
        onSelect={({ currentTarget: { value, selectionStart } }) =>
          setLine((now) => (now.text === value ? { text: value, offset: selectionStart ?? value.length } : now))
        }
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      <Completions id={list} offered={offered} active={active} onChoose={accept} />
      {wrong !== null ? (
        <Miswritten {...wrong} />
      ) : (
        <ArgumentHelp help={text === '' ? null : (asked.data?.help ?? null)} />
      )}
    </div>
  );
}
