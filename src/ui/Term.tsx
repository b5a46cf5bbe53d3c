import { useId, useRef } from 'react';
import { placeBeside } from './placeBeside.ts';
import styles from './Term.module.css';

interface TermProps {
  readonly children: string;
  readonly definition: string;
}

/** A word whose definition shows while the word is hovered or focused; screen readers read it as the description. */
export function Term({ children, definition }: TermProps) {
  const id = useId();
  const word = useRef<HTMLButtonElement>(null);
  const note = useRef<HTMLSpanElement>(null);
  const show = () => {
    if (word.current === null || note.current === null) return;
    note.current.togglePopover(true);
    placeBeside(word.current, note.current);
  };
  const hide = () => note.current?.togglePopover(false);
  return (
    <>
      <button
        ref={word}
        type="button"
        className={styles.word}
        aria-describedby={id}
        onPointerEnter={show}
        onPointerLeave={hide}
        onFocus={show}
        onBlur={hide}
        onClick={show}
        onKeyDown={({ key }) => key === 'Escape' && hide()}
      >
        {children}
      </button>
      {/* In the browser's top layer, so that no scrolling box cuts it off. */}
      <span ref={note} id={id} role="tooltip" popover="manual" className={styles.note}>
        {definition}
      </span>
    </>
  );
}
