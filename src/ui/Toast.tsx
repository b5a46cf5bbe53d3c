import type { ReactNode } from 'react';
import { IconButton } from './Button.tsx';
import styles from './Toast.module.css';

interface ToastProps {
  /** Null keeps the live region in the page, so that the next message is heard. */
  readonly message: ReactNode | null;
  readonly tone?: 'plain' | 'failure';
  readonly actions?: ReactNode;
  readonly onClose: () => void;
}

/** One message at a time, in a live region, out of the way and there until it is closed or replaced. */
export function Toast({ message, tone = 'plain', actions, onClose }: ToastProps) {
  return (
    <div className={styles.place} role="status" aria-label="Messages">
      {message !== null && (
        <div className={[styles.toast, tone === 'failure' ? styles.failure : ''].join(' ')}>
          <div className={styles.message}>{message}</div>
          {actions}
          <IconButton icon="close" label="Dismiss" onClick={onClose} />
        </div>
      )}
    </div>
  );
}
