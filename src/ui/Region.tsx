import type { ReactNode } from 'react';
import styles from './Region.module.css';

interface RegionProps {
  /** The landmark's name, and what stands in its bar unless `title` says otherwise. */
  readonly name: string;
  readonly title?: ReactNode;
  /** Right end of the bar. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** A part of the screen that screen readers and F6 can jump to. */
export function Region({ name, title = name, actions, children, className }: RegionProps) {
  return (
    <section className={[styles.region, className].join(' ')} aria-label={name} tabIndex={-1}>
      <header className={styles.bar}>
        <h2 className={styles.title}>{title}</h2>
        <div className={styles.actions}>{actions}</div>
      </header>
      <div className={styles.body}>{children}</div>
    </section>
  );
}
