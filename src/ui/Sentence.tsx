import { Fragment } from 'react';
import styles from './Sentence.module.css';
import { visible } from './visible.tsx';

/** A message in which text between backquotes is shown as code. */
export function Sentence({ text }: { readonly text: string }) {
  // Splitting by a capture group puts the captured text at every odd index.
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
