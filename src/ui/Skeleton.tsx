import styles from './Skeleton.module.css';

/** Placeholder lines of the size of the content, so that nothing jumps when it loads. */
export function Skeleton({ lines, label }: { readonly lines: number; readonly label: string }) {
  return (
    <div className={styles.skeleton} role="progressbar" aria-label={label}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line} style={{ width: `${widths[line % widths.length]}%` }} />
      ))}
    </div>
  );
}

/** Uneven like text, and the same at every load. */
const widths = [62, 84, 47, 73, 55, 90, 38, 68] as const;
