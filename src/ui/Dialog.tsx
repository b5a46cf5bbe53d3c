import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from './Button.tsx';
import styles from './Dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly size?: 'small' | 'large' | 'full';
  /** A palette brings its own heading. */
  readonly bare?: boolean;
}

/**
 * A modal dialog. The browser traps the focus, closes on Escape and gives the focus back.
 * What is marked `data-autofocus` has the focus first.
 */
export function Dialog({ title, onClose, children, size = 'small', bare = false }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();

  // The browser's top layer: a dialog is modal only when opened by a call, and gives the focus back only while it is in the page.
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => dialog?.close();
  }, []);

  const onClosed = () => {
    // The event comes late; a dialog that was closed and shown again in between is not closed.
    if (element.current?.open === false) onClose();
  };
  const onBackdrop = (event: MouseEvent) => {
    if (event.target === element.current) onClose();
  };

  return (
    // Escape does for the keyboard what a click on the backdrop does for the pointer.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={element}
      className={[styles.dialog, size === 'small' ? '' : styles[size]].join(' ')}
      {...(bare ? { 'aria-label': title } : { 'aria-labelledby': heading })}
      onClose={onClosed}
      onClick={onBackdrop}
    >
      <div className={styles.content}>
        {/* No <header>: outside of sections that is the page's banner, of which there is one. */}
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
