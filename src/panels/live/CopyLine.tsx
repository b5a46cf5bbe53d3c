import { CopyButton } from '../../ui/CopyButton.tsx';
import styles from './AttachDialog.module.css';

/** A line to copy into a terminal. */
export const CopyLine = ({ line }: { readonly line: string }) => (
  <div className={styles.line}>
    <code>{line}</code>
    <CopyButton text={line} label={`Copy ${line}`} />
  </div>
);
