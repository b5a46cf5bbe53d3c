import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { Mapping } from '../../worker/mapping-protocol.ts';
import { PasteMapping } from './PasteMapping.tsx';
import styles from './Mapping.module.css';

interface MappingActionsProps {
  readonly mapping: Mapping;
  /** The mapping makes no session. */
  readonly isFaulty: boolean;
  readonly remembers: boolean;
  /** The outcome of the last attempt to open. */
  readonly message: string;
  /** The text of the mapping's file. */
  readonly text: () => Promise<string>;
  readonly onDownload: () => void;
  readonly onChange: (mapping: Mapping) => void;
  readonly onRemember: (remembers: boolean) => void;
  readonly onOpen: () => void;
}

/** The actions on a mapping: name, copy, download, paste, store and use it. */
export function MappingActions(props: MappingActionsProps) {
  const { mapping, isFaulty, remembers, message, text, onDownload, onChange, onRemember, onOpen } = props;
  return (
    <div className={styles.actions}>
      <TextField
        label="Name of the mapping"
        title="Name of the mapping"
        className={styles.name}
        value={mapping.title}
        onChange={(title) => onChange({ ...mapping, title })}
      />
      <CopyButton label="Copy the mapping" text={text} />
      <Button onClick={onDownload}>Download</Button>
      <PasteMapping onMapping={onChange} />
      <span className={styles.aside} role="status">
        {message}
      </span>
      <label className={styles.check}>
        <input type="checkbox" checked={remembers} onChange={({ target }) => onRemember(target.checked)} />
        Remember for texts of this shape
      </label>
      <Kbd keys="Ctrl-Enter" />
      <Button
        look="main"
        title="Ctrl-Enter, from any field"
        aria-keyshortcuts="Control+Enter"
        disabled={isFaulty}
        onClick={onOpen}
      >
        Open
      </Button>
    </div>
  );
}
