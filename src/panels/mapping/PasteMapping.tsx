import { useState } from 'react';
import { useEngine } from '../../services/engine/useEngine.ts';
import { keptMappings } from '../../state/mappings.ts';
import { storageOf } from '../../state/preferences.ts';
import { Button } from '../../ui/Button.tsx';
import { ProblemError } from '../../worker/connect.ts';
import type { Mapping } from '../../worker/mapping-protocol.ts';
import styles from './Mapping.module.css';

/** Takes a shared mapping, or one that was stored before. */
export function PasteMapping({ onMapping }: { readonly onMapping: (mapping: Mapping) => void }) {
  const engine = useEngine();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [latest] = keptMappings(storageOf(window));

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
