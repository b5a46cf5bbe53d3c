import styles from './CutTitle.module.css';

interface CutTitleProps {
  readonly title: string;
  /** Characters at its end that always show: similar things differ there, in a number or a date. */
  readonly tail?: number;
  readonly className?: string | undefined;
}

/** A title that, where it is too long for its line, loses its middle. Not `MiddleCut`, which has a button of its own. */
export function CutTitle({ title, tail = 12, className }: CutTitleProps) {
  const classes = [styles.title, className].join(' ');
  if (title.length <= tail * 2) return <span className={classes}>{title}</span>;
  return (
    <span className={classes}>
      <span className={styles.cut} aria-hidden="true">
        <span className={styles.head}>{title.slice(0, -tail)}</span>
        <span className={styles.tail}>{title.slice(-tail)}</span>
      </span>
      <span className="visually-hidden">{title}</span>
    </span>
  );
}
