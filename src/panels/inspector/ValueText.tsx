import type { ValuePreview } from '../../worker/protocol.ts';
import { MiddleCut } from '../../ui/MiddleCut.tsx';
import { visible } from '../../ui/visible.tsx';
import styles from './InspectorPanel.module.css';

/** What stands for a value beside its place: which value an unknown lacks is that very place. */
export const shownText = ({ type, text }: ValuePreview): string => (type === 'unknown' ? 'unknown' : text);

/** A value, its type told by colour and, on hovering, in words. `fold` cuts a long one in the middle, to be opened. */
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
