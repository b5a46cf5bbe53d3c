import styles from './Gutter.module.css';
import type { Seen } from './words.ts';

/** A clause's coverage as a shape: a full disc for both outcomes, a half disc for one, a ring for none. */
export function SeenMark({ seen }: { readonly seen: Seen }) {
  return (
    <svg className={styles.seen} viewBox="0 0 8 8" data-seen={seen} aria-hidden="true">
      <circle cx="4" cy="4" r="3.25" fill={seen === 'both' ? 'currentColor' : 'none'} />
      {seen === 'one' && <path d="M4 .75a3.25 3.25 0 0 0 0 6.5z" fill="currentColor" />}
    </svg>
  );
}
