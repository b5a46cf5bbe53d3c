import styles from './VerdictMark.module.css';

export const marks = ['pass', 'fire', 'error', 'unknown', 'value', 'n/a'] as const;
export type Mark = (typeof marks)[number];

/**
 * The sign of one verdict, distinguished by shape and pattern before colour: pass is a low bar, fire a full one, error
 * hatched with a notch, unknown dotted, a plain value half high, n/a a dot on the baseline. With a `label` it is
 * announced; without one, the text beside it must say the verdict.
 */
export function VerdictMark({ mark, label }: { readonly mark: Mark; readonly label?: string }) {
  return (
    <svg
      className={styles.mark}
      viewBox="0 0 8 16"
      data-mark={mark}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <Shape mark={mark} />
    </svg>
  );
}

function Shape({ mark }: { readonly mark: Mark }) {
  switch (mark) {
    case 'pass':
      return <rect x="0" y="11" width="8" height="3" />;
    case 'fire':
      return <rect x="0" y="2" width="8" height="12" />;
    case 'error':
      return (
        <>
          <path d="M0 2h2.5L4 4.5 5.5 2H8v12H0z" className={styles.outline} />
          <path d="M0 9 6 3M0 13 8 5M2.5 14 8 8.5M6 14l2-2" className={styles.hatch} />
        </>
      );
    case 'unknown':
      return (
        <>{[4, 8, 12].flatMap((y) => [1.5, 6.5].map((x) => <circle key={`${x} ${y}`} cx={x} cy={y} r="1.25" />))}</>
      );
    case 'value':
      return <rect x="0.5" y="7.5" width="7" height="6" className={styles.outline} />;
    case 'n/a':
      return <circle cx="4" cy="12.75" r="1.25" />;
  }
}
