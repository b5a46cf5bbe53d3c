import { type MouseEvent, type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from './Button.tsx';
import styles from './Dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly size?: 'small' | 'large' | 'wide' | 'full';
  /** Without a heading, for a palette that has its own. */
  readonly bare?: boolean;
}

/**
 * A modal dialog. The browser traps the focus, closes it on Escape and returns the focus. An element marked
 * `data-autofocus` gets the focus first.
 */
export function Dialog({ title, onClose, children, size = 'small', bare = false }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();

  // A dialog is modal only when opened by `showModal`, and returns the focus only while it is in the page.
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => dialog?.close();
  }, []);

  const onClosed = () => {
    // The event comes late: the dialog may have been shown again in between.
    if (element.current?.open === false) onClose();
  };
  // At once: the other event comes after keys that are typed meanwhile. A file input's own event bubbles up to here.
  const onEscape = (event: SyntheticEvent) => {
    if (event.target !== element.current) return;
    event.preventDefault();
    onClose();
  };
  const onBackdrop = (event: MouseEvent) => {
    if (event.target === element.current) onClose();
  };

  return (
    // A click on the backdrop closes; the keyboard has Escape.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={element}
      className={[styles.dialog, size === 'small' ? '' : styles[size]].join(' ')}
      {...(bare ? { 'aria-label': title } : { 'aria-labelledby': heading })}
      onCancel={onEscape}
      onClose={onClosed}
      onClick={onBackdrop}
    >
      <div className={styles.content}>
        {/* Not a <header>: outside of sections it would be a second banner landmark. */}
        {!bare && (
          <div className={styles.header}>
            <h2 id={heading} className={styles.title}>
              {title}
            </h2>
            <IconButton icon="close" label="Close" onClick={onClose} />
          </div>
        )}
        <div className={bare ? styles.bare : styles.body}>{children}</div>
      </div>
    </dialog>
  );
}
