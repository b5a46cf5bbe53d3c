import { formatPath, type Path } from '../../engine/model/path.ts';
import { Sentence } from '../../ui/Sentence.tsx';
import styles from './Why.module.css';

/** How many parts of the rule read the place that the inspector points at. */
export function FocusNote({ path, readers }: { readonly path: Path; readonly readers: number }) {
  const name = `\`${formatPath(path)}\``;
  const text =
    readers === 0
      ? `No part of this rule reads ${name}.`
      : `${readers === 1 ? 'One part reads' : `${readers} parts read`} ${name}:`;
  return (
    <p role="status" className={styles.focus}>
      <Sentence text={text} />
    </p>
  );
}
