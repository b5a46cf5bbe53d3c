import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '../../services/engine/useEngine.ts';
import { mappingsQuery } from '../../services/keeping/mappings.ts';
import { useKeeping } from '../../services/keeping/useKeeping.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyAsItIs } from '../CopyAsItIs.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { ProblemError } from '../../worker/connect.ts';
import type { Mapping } from '../../worker/mapping-protocol.ts';
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
      <CopyAsItIs label="Copy the mapping" text={text} />
      <Button onClick={onDownload}>Download</Button>
      <PasteMapping onMapping={onChange} />
      <span className={styles.aside} role="status">
        {message}
      </span>
      <label className={styles.check}>
        <input type="checkbox" checked={remembers} onChange={({ target }) => onRemember(target.checked)} />
        Use this mapping again for texts with the same fields
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

/** Takes a shared mapping, or one that was stored before. */
function PasteMapping({ onMapping }: { readonly onMapping: (mapping: Mapping) => void }) {
  const engine = useEngine();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const latest = useQuery(mappingsQuery(useKeeping())).data?.[0];

  const take = async (written: string) => {
    try {
      onMapping(await engine.readMapping({ text: written }));
      setFault(null);
      setOpen(false);
    } catch (cause) {
      if (!(cause instanceof ProblemError)) throw cause;
      setFault(cause.problem.message);
    }
  };

  if (!isOpen) return <Button onClick={() => setOpen(true)}>Paste a mapping</Button>;
  return (
    <div className={styles.paste}>
      <textarea
        className={styles.text}
        aria-label="A mapping’s text"
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {fault !== null && <p role="alert">{fault}</p>}
      <div className={styles.buttons}>
        <Button disabled={text.trim() === ''} onClick={() => void take(text)}>
          Use it
        </Button>
        {latest !== undefined && <Button onClick={() => void take(latest)}>Use the mapping stored last</Button>}
        <Button look="quiet" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
