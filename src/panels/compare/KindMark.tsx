import type { RowKind } from '../../engine/model/alignment.ts';
import styles from './Compare.module.css';

const shapes: { readonly [K in RowKind]: string } = {
  same: 'M3 6.5h6M3 9.5h6',
  changed: 'M6 3.5 10 8l-4 4.5L2 8z',
  here: 'M9 3.5v9L3 8z',
  there: 'M3 3.5v9L9 8z',
};

/** The sign of a row, by shape before colour; the text beside it says the same. */
export function KindMark({ kind }: { readonly kind: RowKind }) {
  return (
    <svg className={styles.kind} data-kind={kind} viewBox="0 0 12 16" aria-hidden="true">
      <path d={shapes[kind]} />
    </svg>
  );
}
