import type { ValuePreview } from '../worker/protocol.ts';
import { MiddleCut } from '../ui/MiddleCut.tsx';
import { visible } from '../ui/visible.tsx';
import styles from './ValueText.module.css';

/** A value's text beside its path. For an unknown, only *unknown*: the path already names what is missing. */
export const shownText = ({ type, text }: ValuePreview): string => (type === 'unknown' ? 'unknown' : text);

interface ValueTextProps {
  readonly preview: ValuePreview;
  /** What is shown of the value; the tooltip has all that was sent. */
  readonly text?: string;
  /** Cuts a long one in the middle; a click expands it. */
  readonly fold?: boolean;
}

/** A value, with its type as colour and as tooltip. */
export function ValueText({ preview, text = shownText(preview), fold = false }: ValueTextProps) {
  return (
    <code
      className={styles.preview}
      data-type={preview.type}
      data-fold={fold}
      title={`${preview.type}${preview.cut ? ', cut in the middle' : ''}\n${preview.text}`}
    >
      {fold ? <MiddleCut text={text} limit={96} /> : visible(text)}
    </code>
  );
}
