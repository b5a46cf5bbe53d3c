import { useId, useRef } from 'react';
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

/** Below the word, or above it where there is no room; always within the window. */
function placeBeside(word: HTMLElement, note: HTMLElement): void {
  const at = word.getBoundingClientRect();
  const { width, height } = note.getBoundingClientRect();
  const below = at.bottom + 4;
  note.style.left = `${Math.max(4, Math.min(at.left, window.innerWidth - width - 4))}px`;
  note.style.top = `${below + height > window.innerHeight ? at.top - height - 4 : below}px`;
}
