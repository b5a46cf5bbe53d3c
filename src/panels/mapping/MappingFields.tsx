import type { Path } from '../../engine/model/path.ts';
import type { Field, ListPlace, Mapping } from '../../worker/mapping-protocol.ts';
import { fieldChoices, fieldsAt, listKey, listTitle, placeChoices } from './choices.ts';
import { keyOf } from './documentLines.ts';
import { FieldSelect } from './FieldSelect.tsx';
import { KindFields } from './KindFields.tsx';
import styles from './Mapping.module.css';

interface MappingFieldsProps {
  readonly mapping: Mapping;
  readonly lists: readonly ListPlace[];
  /** Of the entries of the list of turns. */
  readonly fields: readonly Field[];
  readonly onChange: (mapping: Mapping) => void;
  readonly onList: (list: ListPlace) => void;
}

/** Each part of a turn, and the field it stands in. */
export function MappingFields({ mapping, lists, fields, onChange, onList }: MappingFieldsProps) {
  const { asked, text, calls, results, time, tokens } = mapping;
  const all = fieldChoices(fields);
  const places = placeChoices(fields);
  const called = fieldChoices(fieldsAt(fields, calls.list));
  const returned = fieldChoices(fieldsAt(fields, results.list));
  const inCalls = (change: Partial<Mapping['calls']>) => onChange({ ...mapping, calls: { ...calls, ...change } });
  const inResults = (change: Partial<Mapping['results']>) =>
    onChange({ ...mapping, results: { ...results, ...change } });

  return (
    <>
      <fieldset className={styles.group}>
        <legend>Turns</legend>
        <ListSelect mapping={mapping} lists={lists} onList={onList} />
        <FieldSelect
          label="Text"
          none="no text"
          choices={all}
          chosen={text}
          onChoose={(path) => onChange({ ...mapping, text: path })}
        />
        <FieldSelect
          label="Question beside it"
          none="none: it has an entry of its own"
          choices={all}
          chosen={asked}
          onChoose={(path) => onChange({ ...mapping, asked: path })}
        />
        <FieldSelect
          label="Time"
          none="not recorded"
          choices={all}
          chosen={time}
          onChoose={(path) => onChange({ ...mapping, time: path })}
        />
        <FieldSelect
          label="Prompt tokens"
          none="not recorded"
          choices={all}
          chosen={tokens.prompt}
          onChoose={(prompt) => onChange({ ...mapping, tokens: { ...tokens, prompt } })}
        />
        <FieldSelect
          label="Completion tokens"
          none="not recorded"
          choices={all}
          chosen={tokens.completion}
          onChoose={(completion) => onChange({ ...mapping, tokens: { ...tokens, completion } })}
        />
      </fieldset>

      <KindFields kind={mapping.kind} fields={fields} onChange={(kind) => onChange({ ...mapping, kind })} />

      <fieldset className={styles.group}>
        <legend>Calls</legend>
        <FieldSelect
          label="Where"
          choices={places}
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

      <fieldset className={styles.group}>
        <legend>Results</legend>
        <FieldSelect
          label="Where"
          choices={places}
          chosen={results.list}
          onChoose={(list) => inResults({ ...noResults, list: list ?? [] })}
        />
        <FieldSelect
          label="Content"
          none="no results"
          choices={returned}
          chosen={results.content}
          onChoose={(content) => inResults({ content })}
        />
        <FieldSelect
          label="Id of the call"
          none="none"
          choices={returned}
          chosen={results.id}
          onChoose={(id) => inResults({ id })}
        />
        <FieldSelect
          label="Name"
          none="none"
          choices={returned}
          chosen={results.name}
          onChoose={(name) => inResults({ name })}
        />
        <FieldSelect
          label="Error flag"
          none="none"
          choices={returned}
          chosen={results.flag}
          onChoose={(flag) => inResults({ flag })}
        />
        {results.flag !== null && (
          <label className={styles.field}>
            <span>True there says</span>
            <select
              className={styles.select}
              value={results.flagSays}
              onChange={({ target }) => inResults({ flagSays: target.value === 'worked' ? 'worked' : 'failed' })}
            >
              <option value="failed">the call failed</option>
              <option value="worked">the call worked</option>
            </select>
          </label>
        )}
      </fieldset>
    </>
  );
}

/** Fields of one list mean nothing in another. */
const noCalls = { name: null, arguments: null, id: null } as const;
const noResults = { id: null, name: null, content: null, flag: null } as const;

interface ListSelectProps extends Pick<MappingFieldsProps, 'mapping' | 'lists' | 'onList'> {}

function ListSelect({ mapping, lists, onList }: ListSelectProps) {
  const key = listKey(mapping);
  const isKnown = lists.some((list) => listKey(list) === key);
  return (
    <label className={styles.field}>
      <span>List of turns</span>
      <select
        className={styles.select}
        data-autofocus
        value={key}
        onChange={({ target }) => {
          const list = lists.find((one) => listKey(one) === target.value);
          if (list !== undefined) onList(list);
        }}
      >
        {!isKnown && <option value={key}>{namedInTree(mapping.sessions, mapping.turns)}</option>}
        {lists.map((list) => (
          <option key={listKey(list)} value={listKey(list)}>
            {listTitle(list)}
          </option>
        ))}
      </select>
    </label>
  );
}

const namedInTree = (sessions: Path | null, turns: Path) =>
  sessions === null ? keyOf(turns) : `${keyOf(sessions)} each ${keyOf(turns)}`;
