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
  /** False where what is inside, a grid or a tree, is the place to jump to and has the name. */
  readonly landmark?: boolean;
}

/** A part of the screen that screen readers and F6 can jump to. */
export function Region({ name, title = name, actions, children, className, landmark = true }: RegionProps) {
  const Part = landmark ? 'section' : 'div';
  return (
    <Part
      className={[styles.region, className].join(' ')}
      data-region={name}
      {...(landmark ? { 'aria-label': name, tabIndex: -1 } : {})}
    >
      <header className={styles.bar}>
        <h2 className={styles.title}>{title}</h2>
        <div className={styles.actions}>{actions}</div>
      </header>
      <div className={styles.body}>{children}</div>
    </Part>
  );
}
