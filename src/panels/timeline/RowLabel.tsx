import type { ReactNode } from 'react';
import styles from './Timeline.module.css';

interface RowLabelProps {
  /** The name of the row. */
  readonly children: ReactNode;
  /** On the right of the name. */
  readonly aside?: ReactNode;
  /** In a second line. */
  readonly below?: ReactNode;
}

/** What is beside a lane or ribbon. Only names make the column wider, so that no count moves the pictures. */
export function RowLabel({ children, aside, below }: RowLabelProps) {
  return (
    <div className={styles.label}>
      <div className={styles.head}>
        {children}
        <div className={styles.aside}>{aside}</div>
      </div>
      {below !== undefined && <div className={styles.below}>{below}</div>}
    </div>
  );
}
