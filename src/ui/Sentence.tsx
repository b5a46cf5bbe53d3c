import { Fragment } from 'react';
import styles from './Sentence.module.css';
import { visible } from './visible.tsx';

/** A message for people, in which what stands between backquotes is code. */
export function Sentence({ text }: { readonly text: string }) {
  // Splitting by a group keeps what the group found, at every odd place.
  return text.split(/`([^`]+)`/).map((part, at) =>
    at % 2 === 1 ? (
      <code key={at} className={styles.code}>
        {visible(part)}
      </code>
    ) : (
      <Fragment key={at}>{visible(part)}</Fragment>
    ),
  );
}
