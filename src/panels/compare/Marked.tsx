import { Fragment, type ReactNode } from 'react';
import type { MarkedText } from '../../worker/compare-protocol.ts';
import { visible } from '../../ui/visible.tsx';
import styles from './Compare.module.css';

/** A text in which the words that the other side does not have are marked. */
export function Marked({ text: { text, marks, isCutBefore, isCutAfter } }: { readonly text: MarkedText }) {
  const pieces: ReactNode[] = [];
  let at = 0;
  for (const { start, end } of marks) {
    pieces.push(
      <Fragment key={start}>
        {visible(text.slice(at, start))}
        <mark className={styles.mark}>{visible(text.slice(start, end))}</mark>
      </Fragment>,
    );
    at = end;
  }
  return (
    <>
      {isCutBefore && '… '}
      {pieces}
      {visible(text.slice(at))}
      {isCutAfter && ' …'}
    </>
  );
}
