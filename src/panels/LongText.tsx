import { useId, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { CopyAsItIs } from './CopyAsItIs.tsx';
import { count } from '../ui/format.ts';
import { visible } from '../ui/visible.tsx';
import styles from './LongText.module.css';
import { piecesOf } from './piecesOf.ts';

/** Characters that a browser can lay out without a pause. */
const limit = 8000;

/** Each piece is laid out only when it comes into view. */
const pieceOf = (piece: string, index: number) => (
  // Pieces of one text never change their order.
  <span key={index} className={styles.piece}>
    {visible(piece)}
  </span>
);

/** A text of a recording under a heading; a very long one shows its beginning first. */
export function LongText({
  title,
  absent = '',
  json = null,
  text = readable(json),
}: {
  readonly title: string;
  readonly absent?: string;
  /** A JSON value instead of a text; null if it is absent. */
  readonly json?: string | null;
  readonly text?: string | null;
}) {
  const heading = useId();
  // The text that is shown in full. Another turn's text starts cut again.
  const [expandedText, setWhole] = useState<string | null>(null);
  const isLong = text !== null && text.length > limit;
  const cut = isLong && expandedText !== text;
  return (
    <section aria-labelledby={heading}>
      <div className={styles.bar}>
        <h3 className={styles.title} id={heading}>
          {title}
        </h3>
        {text !== null && <CopyAsItIs label={`Copy: ${title}`} text={text} />}
      </div>
      {text === null ? (
        <p className={styles.absent}>{absent}</p>
      ) : (
        <pre className={styles.text} data-code={json !== null && text === json}>
          {isLong && !cut ? piecesOf(text, limit).map(pieceOf) : visible(text.slice(0, limit))}
        </pre>
      )}
      {isLong && (
        <Button aria-expanded={!cut} onClick={() => setWhole(cut ? text : null)}>
          {cut ? `Show ${count(text.length - limit)} more characters` : 'Show the beginning only'}
        </Button>
      )}
    </section>
  );
}

/** JSON for reading: a single string is shown as text, with its line breaks. */
function readable(json: string | null): string | null {
  if (json?.startsWith('"') !== true) return json;
  try {
    const text: unknown = JSON.parse(json);
    return typeof text === 'string' ? text : json;
  } catch {
    // Not JSON, such as a text with a single quotation mark: shown unchanged.
    return json;
  }
}
