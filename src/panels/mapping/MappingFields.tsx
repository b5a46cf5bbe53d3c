import type { Path } from '../../engine/model/path.ts';
import type { DraftLayout, Field, KindTest, ListPlace, Mapping } from '../../worker/mapping-protocol.ts';
import { fieldChoices, fieldsAt, insideChoices, placeChoices } from './choices.ts';
import { EndFields } from './EndFields.tsx';
import { FieldSelect } from './FieldSelect.tsx';
import { KindFields } from './KindFields.tsx';
import { AlsoSelects, ListSelect } from './LayoutSelects.tsx';
import styles from './Mapping.module.css';

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
export function MappingFields({ mapping, lists, fields, guesses, onChange, onList, onLayout }: MappingFieldsProps) {
  const { sessions, turns, also, inside, session, asked, text, orText, calls, results, time, tokens } = mapping;
  const layout = { sessions, turns, also };
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
        <AlsoSelects mapping={mapping} lists={lists} onLayout={onLayout} />
        {(inside !== null || insideChoices(fields).length > 0) && (
          <FieldSelect
            label="Entries inside"
            none="none: each entry stands alone"
            choices={insideChoices(fields)}
            chosen={inside}
            onChoose={(path) => onLayout({ ...layout, inside: path })}
          />
        )}
        <FieldSelect
          label="Session id"
          none="none: the list is one session"
          choices={all}
          chosen={session}
          onChoose={(path) => onChange({ ...mapping, session: path })}
        />
        <FieldSelect
          label="Text"
          none="no text"
          choices={all}
          chosen={text}
          onChoose={(path) => onChange({ ...mapping, text: path })}
        />
        {text !== null &&
          [...orText, null].map((path, at) => (
            <FieldSelect
              // Which of them it is, is all that tells them apart while one is chosen.
              key={at}
              label={at === 0 ? 'Or else' : `Or else (${at + 1})`}
              none="no other text"
              choices={all}
              chosen={path}
              onChoose={(chosen) => onChange({ ...mapping, orText: replaced(orText, at, chosen) })}
            />
          ))}
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

      <KindFields
        kind={mapping.kind}
        fields={fields}
        guesses={guesses}
        onChange={(kind) => onChange({ ...mapping, kind })}
      />

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
          onChoose={(flag) => inResults({ flag, ends: [] })}
        />
        {results.flag !== null && (
          <EndFields
            ends={results.ends}
            fields={fieldsAt(fields, results.list)}
            flag={results.flag}
            onChange={(ends) => inResults({ ends })}
          />
        )}
      </fieldset>
    </>
  );
}

/** Another path in the place of one, or after the last; null takes it away. */
const replaced = (paths: readonly Path[], at: number, by: Path | null): readonly Path[] => [
  ...paths.slice(0, at),
  ...(by === null ? [] : [by]),
  ...paths.slice(at + 1),
];

/** Fields of one list mean nothing in another. */
const noCalls = { name: null, arguments: null, id: null } as const;
const noResults = { id: null, name: null, content: null, flag: null, ends: [] } as const;
