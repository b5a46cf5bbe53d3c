import { useState } from 'react';
import styles from './MiddleCut.module.css';
import { visible } from './visible.tsx';

/** A long value cut in the middle, because names differ at both ends. A click shows all of it. */
export function MiddleCut({ text, limit = 80 }: { readonly text: string; readonly limit?: number }) {
  // The text that is shown in full. Another text starts cut again.
  const [whole, setWhole] = useState<string | null>(null);
  if (text.length <= limit) return <span className={styles.text}>{visible(text)}</span>;
  if (whole === text) return <span className={styles.whole}>{visible(text)}</span>;

  const { head, tail, hidden } = cutInMiddle(text, limit);
  return (
    <span className={styles.text}>
      {visible(head)}
      <button
        type="button"
        className={styles.more}
        aria-label={`show ${hidden} more characters`}
        title={`show ${hidden} more characters`}
        onClick={(event) => {
          event.stopPropagation();
          setWhole(text);
        }}
      >
        ⋯
      </button>
      {visible(tail)}
    </span>
  );
}

function cutInMiddle(text: string, limit: number) {
  const head = Math.ceil((limit * 2) / 3);
  const tail = limit - head;
  return { head: text.slice(0, head), tail: text.slice(text.length - tail), hidden: text.length - limit };
}
