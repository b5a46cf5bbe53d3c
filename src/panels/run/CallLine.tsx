import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { SessionRef } from '../../engine/model/session.ts';
import type { ConsoleCompletion } from '../../engine/runs/console/complete.ts';
import type { CallProblem } from '../../engine/runs/console/problems.ts';
import { consoleQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { ArgumentHelp, Completions, Miswritten } from './Help.tsx';
import styles from './Run.module.css';

interface CallLineProps {
  readonly label: string;
  readonly session: SessionRef;
  readonly step: number;
  readonly text: string;
  readonly problems: readonly CallProblem[];
  readonly onText: (text: string) => void;
  readonly onEnter: () => void;
  /** The button that switches to the form. */
  readonly toggle: ReactNode;
  readonly past?: (back: number) => Promise<string> | null;
  readonly onLeave?: () => void;
}

/** A text box for calls of the system, one or several pasted lines, with completions and problems. */
export function CallLine(props: CallLineProps) {
  const { label, session, step, text, problems, onText, onEnter, toggle, past, onLeave } = props;
  const list = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [offset, setOffset] = useState(text.length);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [back, setBack] = useState(0);
  const at = Math.min(offset, text.length);
  const query = consoleQuery(useEngine(), { session, step, text, offset: at });
  const answer = useQuery({ ...query, enabled: open || text !== '' });
  const offered = open ? (answer.data?.completions ?? []) : [];

  const editing = onLeave !== undefined;
  useEffect(() => {
    if (editing) field.current?.focus();
  }, [editing]);
  // After a completion in the middle of a line, the caret is behind it and not at the end.
  useLayoutEffect(() => {
    if (document.activeElement === field.current) field.current?.setSelectionRange(at, at);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- moving the caret alone must not undo a selection
  }, [text]);

  const write = (next: string, to = next.length) => {
    onText(next);
    setOffset(to);
    setActive(-1);
  };
  const accept = ({ insert, range }: ConsoleCompletion) => {
    write(text.slice(0, range.start) + insert + text.slice(range.end), range.start + insert.length);
    setOpen(true);
    field.current?.focus();
  };
  const enter = () => {
    setOpen(false);
    setBack(0);
    if (text.trim() !== '') onEnter();
  };
  const recall = async (steps: number) => {
    setOpen(false);
    const line = steps === 0 ? '' : await past?.(steps);
    if (typeof line !== 'string') return;
    setBack(steps);
    write(line);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = offered[active];
    const { key } = event;
    if (key === 'Enter' && event.shiftKey) return;
    const isOneLine = !text.includes('\n');
    if (key === 'Enter' || (key === 'Tab' && chosen !== undefined)) {
      if (chosen === undefined) enter();
      else accept(chosen);
    } else if (key === 'ArrowDown' && offered.length > 0) setActive((active + 1) % offered.length);
    else if (key === 'ArrowDown' && back > 0) void recall(back - 1);
    else if ((key === 'ArrowDown' && isOneLine) || (key === ' ' && event.ctrlKey)) setOpen(true);
    else if (key === 'ArrowUp' && active >= 0) setActive(active - 1);
    else if (key === 'ArrowUp' && isOneLine) void recall(back + 1);
    else if (key === 'Escape' && offered.length > 0) setOpen(false);
    else if (key === 'Escape' && onLeave !== undefined) onLeave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <>
      <div className={styles.lineBar}>
        <textarea
          ref={field}
          rows={Math.min(12, text.split('\n').length)}
          data-place="entry"
          aria-label={label}
          aria-haspopup="listbox"
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={active >= 0 ? `${list}-${active}` : undefined}
          aria-invalid={problems.length > 0}
          aria-describedby={`${list}-help`}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          className={styles.input}
          value={text}
          onChange={({ target, nativeEvent }) => {
            write(target.value, target.selectionStart ?? target.value.length);
            const isPasted = 'inputType' in nativeEvent && nativeEvent.inputType === 'insertFromPaste';
            setOpen(target.value !== '' && !isPasted);
          }}
          onSelect={({ currentTarget: { value, selectionStart } }) => setOffset(selectionStart ?? value.length)}
          onKeyDown={onKeyDown}
          onBlur={() => setOpen(false)}
        />
        {toggle}
      </div>
      <Completions id={list} offered={offered} active={active} onChoose={accept} />
      <div id={`${list}-help`}>
        {problems.length > 0 ? (
          <Miswritten text={text} problems={problems} />
        ) : (
          <ArgumentHelp help={text === '' ? null : (answer.data?.help ?? null)} isEdit={editing} />
        )}
      </div>
    </>
  );
}
