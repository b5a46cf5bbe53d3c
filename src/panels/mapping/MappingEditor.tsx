import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { draftFieldsQuery, previewMappingQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { keepMapping } from '../../services/keeping/mappings.ts';
import { useKeeping } from '../../services/keeping/useKeeping.ts';
import { ProblemError } from '../../worker/connect.ts';
import type { Draft, DraftLayout, ListPlace, Mapping, Field, KindTest } from '../../worker/mapping-protocol.ts';
import { mappingFileName } from '../download.ts';
import { useSaveAsItIs } from '../textsOut.ts';
import { DocumentPane } from './DocumentPane.tsx';
import { MappingActions } from './MappingActions.tsx';
import { MappingPreview } from './MappingPreview.tsx';
import styles from './Mapping.module.css';
import { KindFields } from './KindFields.tsx';
import { ResultFields } from './ResultFields.tsx';
import { TurnFields } from './TurnFields.tsx';
import { fieldChoices, fieldsAt, placeChoices } from './choices.ts';
import { FieldSelect } from './FieldSelect.tsx';

interface MappingEditorProps {
  readonly draft: string;
  readonly read: Draft;
  /** The file's name. */
  readonly name: string;
  readonly onOpen: (mapping: Mapping) => void;
}

/** The document, the mapping, and the resulting turns, side by side. */
export function MappingEditor({ draft, read, name, onOpen }: MappingEditorProps) {
  const engine = useEngine();
  const save = useSaveAsItIs();
  const keeping = useKeeping();
  const [mapping, setMapping] = useState<Mapping>({ ...read.guess, title: titleOf(name) });
  const [remembers, setRemembers] = useState(true);
  const [message, setSaid] = useState('');
  const heading = useId();
  const fields = useQuery({
    ...draftFieldsQuery(engine, { draft, layout: layoutOf(mapping) }),
    placeholderData: keepPreviousData,
  });
  // The preview shows why a mapping makes no session.
  const isFaulty = useQuery(previewMappingQuery(engine, { draft, mapping })).isError;

  /** Another list has other fields: fill in the guesses for them. */
  const takeLayout = async (layout: DraftLayout) => {
    const { guess } = await engine.draftFields({ draft, layout });
    setMapping(({ title }) => ({ ...guess, title }));
  };
  const takeList = ({ sessions, turns, inside }: TakenList) =>
    takeLayout({ sessions, turns, also: [], ...(inside !== null && { inside }) });
  const reported = (work: Promise<void>) => {
    work.catch((cause: unknown) => {
      if (!(cause instanceof ProblemError)) throw cause;
      setSaid(cause.problem.message);
    });
  };
  const text = async () => (await engine.writeMapping({ mapping })).text;
  const open = async () => {
    if (isFaulty) return;
    const problem = remembers ? await keepMapping(keeping, await text()) : null;
    if (problem !== null) {
      setRemembers(false);
      setSaid(
        `The mapping is not kept. ${problem.message} You can download it instead, or open the text without storing it.`,
      );
      return;
    }
    onOpen(mapping);
  };

  return (
    // Key events bubble up from the fields; this element is no control.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={styles.editor}
      onKeyDown={({ key, ctrlKey, metaKey }) => {
        if (key === 'Enter' && (ctrlKey || metaKey)) reported(open());
      }}
    >
      <div className={styles.sources}>
        <DocumentPane draft={draft} read={read} mapping={mapping} onList={(list) => reported(takeList(list))} />

        <section className={styles.pane} aria-labelledby={`${heading}-mapping`}>
          <h3 id={`${heading}-mapping`} className={styles.heading}>
            Mapping of the fields
          </h3>
          <div className={styles.form}>
            {fields.isError && <p role="alert">{fields.error.message}</p>}
            {isFaulty && read.lists.length === 0 ? (
              <p>
                This text contains no list. If the values of a record are the turns, choose that record in the document.
              </p>
            ) : (
              <MappingFields
                mapping={mapping}
                lists={read.lists}
                fields={fields.data?.fields ?? []}
                guesses={fields.data?.tests ?? []}
                onChange={setMapping}
                onList={(list) => reported(takeList(list))}
                onLayout={(layout) => reported(takeLayout(layout))}
              />
            )}
          </div>
        </section>
      </div>

      <section className={styles.pane} aria-labelledby={`${heading}-turns`}>
        <h3 id={`${heading}-turns`} className={styles.heading}>
          Resulting turns
        </h3>
        <MappingPreview draft={draft} mapping={mapping} />
      </section>

      <MappingActions
        mapping={mapping}
        isFaulty={isFaulty}
        remembers={remembers}
        message={message}
        text={text}
        onDownload={() =>
          reported(text().then((written) => save({ text: written, fileName: mappingFileName(mapping.title) })))
        }
        onChange={setMapping}
        onRemember={setRemembers}
        onOpen={() => reported(open())}
      />
    </div>
  );
}

type TakenList = Pick<ListPlace, 'sessions' | 'turns' | 'inside'>;

const layoutOf = ({ sessions, turns, also, inside }: Mapping) => ({ sessions, turns, also, inside });

/** A file's name without its extension. */
const titleOf = (name: string) => name.replace(/\.[a-z]+$/i, '').slice(0, 60);

interface MappingFieldsProps {
  readonly mapping: Mapping;
  readonly lists: readonly ListPlace[];
  /** The fields of the entries in the list of turns. */
  readonly fields: readonly Field[];
  /** The likely meanings of those fields' values. */
  readonly guesses: readonly KindTest[];
  readonly onChange: (mapping: Mapping) => void;
  readonly onList: (list: ListPlace) => void;
  /** Called with the place of the entries; the rest is guessed again. */
  readonly onLayout: (layout: DraftLayout) => void;
}

/** The parts of a turn, with the field of each. */
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

interface CallFieldsProps {
  readonly calls: Mapping['calls'];
  /** The fields of the entries in the list of turns. */
  readonly fields: readonly Field[];
  readonly onChange: (calls: Mapping['calls']) => void;
}

/** The fields of a turn that contain its calls. */
function CallFields({ calls, fields, onChange }: CallFieldsProps) {
  const called = fieldChoices(fieldsAt(fields, calls.list));
  const inCalls = (change: Partial<Mapping['calls']>) => onChange({ ...calls, ...change });

  return (
    <fieldset className={styles.group}>
      <legend>Calls</legend>
      <FieldSelect
        label="Where"
        choices={placeChoices(fields)}
        chosen={calls.list}
        onChoose={(list) => inCalls({ ...noCalls, list: list ?? [] })}
      />
      <FieldSelect
        label="Name"
        none="no calls"
        choices={called}
        chosen={calls.name}
        onChoose={(name) => inCalls({ name })}
      />
      <FieldSelect
        label="Arguments"
        none="not recorded"
        choices={called}
        chosen={calls.arguments}
        onChoose={(given) => inCalls({ arguments: given })}
      />
      <FieldSelect label="Id" none="none" choices={called} chosen={calls.id} onChoose={(id) => inCalls({ id })} />
    </fieldset>
  );
}

/** Field paths of one list do not apply to another. */
const noCalls = { name: null, arguments: null, id: null } as const;
