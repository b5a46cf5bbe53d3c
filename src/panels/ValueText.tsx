import type { ValuePreview } from '../worker/protocol.ts';
import { MiddleCut } from '../ui/MiddleCut.tsx';
import { visible } from '../ui/visible.tsx';
import styles from './ValueText.module.css';

/** A value's text beside its path. For an unknown, only *unknown*: the path already names what is missing. */
export const shownText = ({ type, text }: ValuePreview): string => (type === 'unknown' ? 'unknown' : text);

/** A value, with its type as colour and as tooltip. `fold` cuts a long one in the middle; a click expands it. */
export function ValueText({ preview, fold = false }: { readonly preview: ValuePreview; readonly fold?: boolean }) {
  return (
    <code
      className={styles.preview}
      data-type={preview.type}
      data-fold={fold}
      title={`${preview.type}${preview.cut ? ', cut in the middle' : ''}\n${preview.text}`}
    >
      {fold ? <MiddleCut text={shownText(preview)} limit={96} /> : visible(shownText(preview))}
    </code>
  );
}
