import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Path } from '../../engine/model/path.ts';
import { draftFieldsQuery, previewMappingQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { keepMapping } from '../../state/mappings.ts';
import { shelfOf } from '../../state/preferences.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { visible } from '../../ui/visible.tsx';
import type { Draft, DraftLayout, ListPlace, Mapping } from '../../worker/mapping-protocol.ts';
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
  const [selected, setSelected] = useState<{ readonly path: Path; readonly hasParts: boolean } | null>(null);
  const [remembers, setRemembers] = useState(true);
  const [said, setSaid] = useState('');
  const heading = useId();
  const fields = useQuery({
    ...draftFieldsQuery(engine, { draft, layout: layoutOf(mapping) }),
    placeholderData: keepPreviousData,
  });
  // The preview says why a mapping makes no session.
  const isFaulty = useQuery(previewMappingQuery(engine, { draft, mapping })).isError;

  /** Other entries have other fields: what they suggest is filled in anew. */
  const takeLayout = async (layout: DraftLayout) => {
    const { guess } = await engine.draftFields({ draft, layout });
    setMapping(({ title }) => ({ ...guess, title }));
  };
  const takeList = ({ sessions, turns, inside }: TakenList) =>
    takeLayout({ sessions, turns, also: [], ...(inside !== null && { inside }) });
  const text = async () => (await engine.writeMapping({ mapping })).text;
  const open = async () => {
    if (isFaulty) return;
    if (remembers && !keepMapping(shelfOf(window), await text())) {
      setRemembers(false);
      setSaid('The browser has no room to remember the mapping. Download it instead, or open without.');
      return;
    }
    onOpen(mapping);
  };

  return (
    // Keys of the fields in it come up here: this is no control of its own.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={styles.editor}
      onKeyDown={({ key, ctrlKey, metaKey }) => {
        if (key === 'Enter' && (ctrlKey || metaKey)) void open();
      }}
    >
      <div className={styles.sources}>
        <section className={styles.pane} aria-labelledby={`${heading} document`}>
          <h3 id={`${heading} document`} className={styles.heading}>
            The document, as {read.syntax}
          </h3>
          {read.notes.map((note) => (
            <p key={`${note.code} ${note.place}`} className={styles.aside}>
              {visible(note.message)}
            </p>
          ))}
          <div className={styles.tree}>
            <DocumentTree
              draft={draft}
              open={branchesTo(read.guess)}
              selected={selected?.path ?? null}
              onSelect={(path, hasParts) => setSelected({ path, hasParts })}
            />
          </div>
          {selected?.hasParts === true && listKey(placeOfList(selected.path)) !== listKey(mapping) && (
            <Button onClick={() => void takeList({ ...placeOfList(selected.path), inside: null })}>
              The turns are in what is selected
            </Button>
          )}
        </section>

        <section className={styles.pane} aria-labelledby={`${heading} mapping`}>
          <h3 id={`${heading} mapping`} className={styles.heading}>
            Where everything stands
          </h3>
          <div className={styles.form}>
            {fields.isError && <p role="alert">{fields.error.message}</p>}
            {isFaulty && read.lists.length === 0 ? (
              <p>
                There is no list in this text. If the entries of a record are the turns, choose that record in the
                document.
              </p>
            ) : (
              <MappingFields
                mapping={mapping}
                lists={read.lists}
                fields={fields.data?.fields ?? []}
                guesses={fields.data?.tests ?? []}
                onChange={setMapping}
                onList={(list) => void takeList(list)}
                onLayout={(layout) => void takeLayout(layout)}
              />
            )}
          </div>
        </section>
      </div>

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
        <Kbd keys="Ctrl-Enter" />
        <Button
          look="main"
          title="Ctrl-Enter, from anywhere in here"
          aria-keyshortcuts="Control+Enter"
          disabled={isFaulty}
          onClick={() => void open()}
        >
          Open
        </Button>
      </div>
    </div>
  );
}

type TakenList = Pick<ListPlace, 'sessions' | 'turns' | 'inside'>;

const layoutOf = ({ sessions, turns, also, inside }: Mapping) => ({ sessions, turns, also, inside });

/** A file's name without its ending. */
const titleOf = (name: string) => name.replace(/\.[a-z]+$/i, '').slice(0, 60);

/** The list of turns lies open, and its first entry. */
function branchesTo({ sessions, turns }: Mapping): readonly Path[] {
  const to: Path = sessions === null ? turns : [...sessions, 0, ...turns];
  const above = to.map((_, index) => to.slice(0, index + 1));
  return [...above, [...to, 0]];
}
