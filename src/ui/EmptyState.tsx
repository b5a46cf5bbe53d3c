import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';
import { Sentence } from './Sentence.tsx';
import { visible } from './visible.tsx';

/** Explains why nothing is shown, and what to do about it. */
export function EmptyState({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{visible(title)}</p>
      {children}
    </div>
  );
}

/** A failure, with the problem's message; text between backquotes in it is shown as code. */
export function Failure({ message, children }: { readonly message: string; readonly children?: ReactNode }) {
  return (
    <div className={styles.empty} role="alert">
      <p className={styles.failure}>
        <Sentence text={message} />
      </p>
      {children}
    </div>
  );
}
