import { useState } from 'react';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Run.module.css';

interface RunTitleProps {
  readonly title: string;
  readonly onRename: (title: string) => void;
}

/** A click on the title makes it editable; Enter saves it, Escape cancels. */
export function RunTitle({ title, onRename }: RunTitleProps) {
  const [written, setWritten] = useState<string | null>(null);
  if (written === null) {
    return (
      <>
        Run{' '}
        <button
          type="button"
          className={styles.title}
          title={`${title}: click to rename`}
          aria-label={`Rename the run ${title}`}
          onClick={() => setWritten(title)}
        >
          {title}
        </button>
      </>
    );
  }
  const leave = () => setWritten(null);
  const keep = () => {
    leave();
    if (written.trim() !== '' && written.trim() !== title) onRename(written);
  };
  return (
    <TextField
      label="Title of the run"
      value={written}
      onChange={setWritten}
      className={styles.titleField}
      // The field replaces the clicked title, so it takes the focus.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      onFocus={({ target }) => target.select()}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        if (event.key === 'Enter') keep();
        else leave();
      }}
    />
  );
}
