import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Path } from '../../engine/model/path.ts';
import { draftFieldsQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { keepMapping } from '../../state/mappings.ts';
import { shelfOf } from '../../state/preferences.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { Draft, ListPlace, Mapping } from '../../worker/mapping-protocol.ts';
import { download } from '../download.ts';
import { mappingFileName } from '../mappingFileName.ts';
import { listKey, placeOfList } from './choices.ts';
import { DocumentTree } from './DocumentTree.tsx';
import { MappingFields } from './MappingFields.tsx';
import { MappingPreview } from './MappingPreview.tsx';
import { PasteMapping } from './PasteMapping.tsx';
import styles from './Mapping.module.css';

interface MappingEditorProps {
  readonly draft: string;
  readonly read: Draft;
  /** Of the file. */
  readonly name: string;
  readonly onOpen: (mapping: Mapping) => void;
}

/** The document, the mapping, and the turns that it makes, side by side. */
export function MappingEditor({ draft, read, name, onOpen }: MappingEditorProps) {
  const engine = useEngine();
  const [mapping, setMapping] = useState<Mapping>({ ...read.guess, title: titleOf(name) });
  const [selected, setSelected] = useState<{ readonly path: Path; readonly isList: boolean } | null>(null);
  const [remembers, setRemembers] = useState(true);
  const [said, setSaid] = useState('');
  const heading = useId();
  const fields = useQuery({
    ...draftFieldsQuery(engine, { draft, sessions: mapping.sessions, turns: mapping.turns }),
    placeholderData: keepPreviousData,
  });

  /** Another list has other fields: what they suggest is filled in anew. */
  const takeList = async ({ sessions, turns }: Pick<ListPlace, 'sessions' | 'turns'>) => {
    const { guess } = await engine.draftFields({ draft, sessions, turns });
    setMapping(({ title }) => ({ ...guess, title }));
  };
  const text = async () => (await engine.writeMapping({ mapping })).text;
  const open = async () => {
    if (remembers && !keepMapping(shelfOf(window), await text())) {
      setRemembers(false);
      setSaid('The browser has no room to remember the mapping. Download it instead, or open without.');
      return;
    }
    onOpen(mapping);
  };

  return (
    <div className={styles.editor}>
      <section className={styles.pane} aria-labelledby={`${heading} document`}>
        <h3 id={`${heading} document`} className={styles.heading}>
          The document, as {read.syntax}
        </h3>
        {read.notes.map((note) => (
          <p key={`${note.code} ${note.place}`} className={styles.aside}>
            {note.message}
          </p>
        ))}
        <div className={styles.tree}>
          <DocumentTree
            draft={draft}
            open={branchesTo(read.guess)}
            selected={selected?.path ?? null}
            onSelect={(path, isList) => setSelected({ path, isList })}
          />
        </div>
        {selected?.isList === true && listKey(placeOfList(selected.path)) !== listKey(mapping) && (
          <Button onClick={() => void takeList(placeOfList(selected.path))}>The turns are in the selected list</Button>
        )}
      </section>

      <section className={styles.pane} aria-labelledby={`${heading} mapping`}>
        <h3 id={`${heading} mapping`} className={styles.heading}>
          Where everything stands
        </h3>
        <div className={styles.form}>
          {fields.isError && <p role="alert">{fields.error.message}</p>}
          <MappingFields
            mapping={mapping}
            lists={read.lists}
            fields={fields.data?.fields ?? []}
            onChange={setMapping}
            onList={(list) => void takeList(list)}
          />
        </div>
      </section>

      <section className={styles.pane} aria-labelledby={`${heading} turns`}>
        <h3 id={`${heading} turns`} className={styles.heading}>
          The turns it makes
        </h3>
        <MappingPreview draft={draft} mapping={mapping} />
      </section>

      <div className={styles.actions}>
        <TextField
          label="Name of the mapping"
          title="Name of the mapping"
          className={styles.name}
          value={mapping.title}
          onChange={(title) => setMapping({ ...mapping, title })}
        />
        <CopyButton label="Copy the mapping" text={text} />
        <Button onClick={() => void text().then((written) => download(written, mappingFileName(mapping.title)))}>
          Download
        </Button>
        <PasteMapping onMapping={setMapping} />
        <span className={styles.aside} role="status">
          {said}
        </span>
        <label className={styles.check}>
          <input type="checkbox" checked={remembers} onChange={({ target }) => setRemembers(target.checked)} />
          Remember for texts of this shape
        </label>
        <Button look="main" onClick={() => void open()}>
          Open
        </Button>
      </div>
    </div>
  );
}

/** A file's name without its ending. */
const titleOf = (name: string) => name.replace(/\.[a-z]+$/i, '').slice(0, 60);

/** The list of turns lies open, and its first entry. */
function branchesTo({ sessions, turns }: Mapping): readonly Path[] {
  const to: Path = sessions === null ? turns : [...sessions, 0, ...turns];
  const above = to.map((_, index) => to.slice(0, index + 1));
  return [...above, [...to, 0]];
}
