import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { draftFieldsQuery, previewMappingQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { keepMapping } from '../../state/mappings.ts';
import { storageOf } from '../../state/preferences.ts';
import { ProblemError } from '../../worker/connect.ts';
import type { Draft, DraftLayout, ListPlace, Mapping, Field, KindTest } from '../../worker/mapping-protocol.ts';
import { download } from '../download.ts';
import { mappingFileName } from '../mappingFileName.ts';
import { DocumentPane } from './DocumentPane.tsx';
import { MappingActions } from './MappingActions.tsx';
import { MappingPreview } from './MappingPreview.tsx';
import styles from './Mapping.module.css';
import { CallFields } from './CallFields.tsx';
import { KindFields } from './KindFields.tsx';
import { ResultFields } from './ResultFields.tsx';
import { TurnFields } from './TurnFields.tsx';

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
  const heard = (work: Promise<void>) => {
    work.catch((cause: unknown) => {
      if (!(cause instanceof ProblemError)) throw cause;
      setSaid(cause.problem.message);
    });
  };
  const text = async () => (await engine.writeMapping({ mapping })).text;
  const open = async () => {
    if (isFaulty) return;
    if (remembers && !keepMapping(storageOf(window), await text())) {
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
        if (key === 'Enter' && (ctrlKey || metaKey)) heard(open());
      }}
    >
      <div className={styles.sources}>
        <DocumentPane draft={draft} read={read} mapping={mapping} onList={(list) => heard(takeList(list))} />

        <section className={styles.pane} aria-labelledby={`${heading}-mapping`}>
          <h3 id={`${heading}-mapping`} className={styles.heading}>
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
                onList={(list) => heard(takeList(list))}
                onLayout={(layout) => heard(takeLayout(layout))}
              />
            )}
          </div>
        </section>
      </div>

      <section className={styles.pane} aria-labelledby={`${heading}-turns`}>
        <h3 id={`${heading}-turns`} className={styles.heading}>
          The turns it makes
        </h3>
        <MappingPreview draft={draft} mapping={mapping} />
      </section>

      <MappingActions
        mapping={mapping}
        isFaulty={isFaulty}
        remembers={remembers}
        said={said}
        text={text}
        onDownload={() => heard(text().then((written) => download(written, mappingFileName(mapping.title))))}
        onChange={setMapping}
        onRemember={setRemembers}
        onOpen={() => heard(open())}
      />
    </div>
  );
}

type TakenList = Pick<ListPlace, 'sessions' | 'turns' | 'inside'>;

const layoutOf = ({ sessions, turns, also, inside }: Mapping) => ({ sessions, turns, also, inside });

/** A file's name without its ending. */
const titleOf = (name: string) => name.replace(/\.[a-z]+$/i, '').slice(0, 60);

interface MappingFieldsProps {
  readonly mapping: Mapping;
  readonly lists: readonly ListPlace[];
  /** Of the entries of the list of turns. */
  readonly fields: readonly Field[];
  /** What the values of those fields most likely mean. */
  readonly guesses: readonly KindTest[];
  readonly onChange: (mapping: Mapping) => void;
  readonly onList: (list: ListPlace) => void;
  /** Where the entries stand: what fits them is guessed anew. */
  readonly onLayout: (layout: DraftLayout) => void;
}

/** Each part of a turn, and the field it stands in. */
function MappingFields({ mapping, lists, fields, guesses, onChange, onList, onLayout }: MappingFieldsProps) {
  return (
    <>
      <TurnFields {...{ mapping, lists, fields, onChange, onList, onLayout }} />
      <KindFields
        kind={mapping.kind}
        fields={fields}
        guesses={guesses}
        onChange={(kind) => onChange({ ...mapping, kind })}
      />
      <CallFields calls={mapping.calls} fields={fields} onChange={(calls) => onChange({ ...mapping, calls })} />
      <ResultFields
        results={mapping.results}
        fields={fields}
        onChange={(results) => onChange({ ...mapping, results })}
      />
    </>
  );
}
