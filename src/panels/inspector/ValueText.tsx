import type { ValuePreview } from '../../worker/protocol.ts';
import styles from './InspectorPanel.module.css';

/** A value in one line, its type told by colour and, on hovering, in words. */
export function ValueText({ preview }: { readonly preview: ValuePreview }) {
  return (
    <code
      className={styles.preview}
      data-type={preview.type}
      title={`${preview.type}${preview.cut ? ', cut in the middle' : ''}\n${preview.text}`}
    >
      {preview.text}
    </code>
  );
}
