import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatPath, type Path } from '../../engine/model/path.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyAsItIs } from '../CopyAsItIs.tsx';
import { Scrolling } from '../../ui/Scrolling.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { Mapping } from '../../worker/mapping-protocol.ts';
import { mappingFileName } from '../download.ts';
import { useSaveAsItIs } from '../textsOut.ts';
import styles from './SettingsDialog.module.css';

interface MappingItemProps {
  readonly text: string;
  /** Replaces the mapping's text; null removes it. `done` is the message for it. */
  readonly onReplace: (by: string | null, done: string) => void;
}

/** A stored mapping: its name, which can be changed, a summary, and its actions. */
export function MappingItem({ text, onReplace }: MappingItemProps) {
  const engine = useEngine();
  const save = useSaveAsItIs();
  const read = useQuery({
    queryKey: ['readMapping', text],
    queryFn: ({ signal }) => engine.readMapping({ text }, { signal }),
    staleTime: Infinity,
    retry: false,
  });
  const [name, setName] = useState<string | null>(null);
  const title = read.data?.title ?? 'A mapping';

  const rename = async (mapping: Mapping, to: string) => {
    setName(null);
    if (to.trim() === '' || to === mapping.title) return;
    const renamed = await engine.writeMapping({ mapping: { ...mapping, title: to.trim() } });
    onReplace(renamed.text, `“${mapping.title}” is now called “${to.trim()}”.`);
  };

  const submit = (mapping: Mapping) => {
    if (name !== null) rename(mapping, name).catch((cause: unknown) => reportError(cause));
  };

  return (
    <li className={styles.mapping}>
      {read.isSuccess && (
        <form
          className={styles.renaming}
          onSubmit={(event) => {
            event.preventDefault();
            submit(read.data);
          }}
        >
          <TextField
            label={`Name of the mapping ${title}`}
            className={styles.title}
            value={name ?? title}
            onChange={setName}
          />
          {name !== null && name !== title && (
            <Button look="main" onClick={() => submit(read.data)}>
              Rename
            </Button>
          )}
        </form>
      )}
      {read.isError && <p role="alert">{read.error.message}</p>}
      <details className={styles.reads}>
        <summary>{read.isSuccess ? inShort(read.data) : 'Its text'}</summary>
        <Scrolling as="pre" className={styles.text} role="group" aria-label={`The mapping ${title}`}>
          {text}
        </Scrolling>
      </details>
      <div className={styles.actions}>
        <CopyAsItIs label="Copy" text={async () => text} />
        <Button aria-label={`Export ${title}`} onClick={() => save({ text, fileName: mappingFileName(title) })}>
          Export
        </Button>
        <Button aria-label={`Remove ${title}`} look="quiet" onClick={() => onReplace(null, `“${title}” was removed.`)}>
          Remove
        </Button>
      </div>
    </li>
  );
}

/** `Turns in trace.events, distinguished by kind` */
function inShort({ sessions, turns, also, inside, kind: { tests } }: Mapping): string {
  const at = (path: Path) => (path.length === 0 ? 'the whole text' : formatPath(path));
  const where = sessions === null ? at(turns) : `${turns.length === 0 ? 'each entry' : at(turns)} of ${at(sessions)}`;
  const suffix = tests.length === 0 ? '' : `, distinguished by ${tests.map(({ field }) => at(field)).join(', ')}`;
  const others = also.map((path) => ` and ${at(path)}`).join('');
  const within =
    inside === null ? '' : `, with those in ${inside.length === 0 ? 'lists among them' : formatPath(inside)}`;
  return `Turns in ${where}${others}${within}${suffix}`;
}
