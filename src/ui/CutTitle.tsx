import styles from './CutTitle.module.css';
import { visible } from './visible.tsx';

interface CutTitleProps {
  readonly title: string;
  /** Characters at the end that are always visible: similar titles differ there, in a number or a date. */
  readonly tail?: number;
  readonly className?: string | undefined;
}

/** A title whose middle is hidden when it is too long for its line. Unlike `MiddleCut`, it has no button. */
export function CutTitle({ title, tail = 12, className }: CutTitleProps) {
  const classes = [styles.title, className].join(' ');
  // The title was cut at its end already.
  if (title.length <= tail * 2 || title.endsWith('…')) {
    return (
      <span className={classes} dir="auto">
        {visible(title)}
      </span>
    );
  }
  // Do not split a surrogate pair.
  const cut = title.length - tail - (/[\uDC00-\uDFFF]/.test(title.at(-tail) ?? '') ? 1 : 0);
  return (
    <span className={classes} dir="auto">
      <span className={styles.cut} aria-hidden="true">
        <span className={styles.head}>{visible(title.slice(0, cut))}</span>
        <span className={styles.tail}>{visible(title.slice(cut))}</span>
      </span>
      <span className="visually-hidden">{visible(title)}</span>
    </span>
  );
}
