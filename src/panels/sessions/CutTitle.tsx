import styles from './SessionsPanel.module.css';

/** The end of a title that always shows: similar recordings differ there, in a number or a date. */
const tail = 12;

/** A title that, where it is too long for its line, loses its middle. Not `MiddleCut`, which has a button of its own. */
export function CutTitle({ title }: { readonly title: string }) {
  if (title.length <= tail * 2) return <span className={styles.title}>{title}</span>;
  return (
    <span className={styles.title}>
      <span className={styles.cut} aria-hidden="true">
        <span className={styles.head}>{title.slice(0, -tail)}</span>
        <span className={styles.tail}>{title.slice(-tail)}</span>
      </span>
      <span className="visually-hidden">{title}</span>
    </span>
  );
}
