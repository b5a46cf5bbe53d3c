import type { Field, Mapping, CallEnd } from '../../worker/mapping-protocol.ts';
import { fieldChoices, fieldsAt, placeChoices } from './choices.ts';
import { FieldSelect } from './FieldSelect.tsx';
import styles from './Mapping.module.css';
import type { Path } from '../../engine/model/path.ts';
import { keyOf } from '../entryLines.ts';

interface ResultFieldsProps {
  readonly results: Mapping['results'];
  /** The fields of the entries in the list of turns. */
  readonly fields: readonly Field[];
  readonly onChange: (results: Mapping['results']) => void;
}

/** The fields of a turn that contain the results of calls. */
export function ResultFields({ results, fields, onChange }: ResultFieldsProps) {
  const inside = fieldsAt(fields, results.list);
  const returned = fieldChoices(inside);
  const inResults = (change: Partial<Mapping['results']>) => onChange({ ...results, ...change });

  return (
    <fieldset className={styles.group}>
      <legend>Results</legend>
      <FieldSelect
        label="Where"
        choices={placeChoices(fields)}
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
        <EndFields ends={results.ends} fields={inside} flag={results.flag} onChange={(ends) => inResults({ ends })} />
      )}
    </fieldset>
  );
}

/** Field paths of one list do not apply to another. */
const noResults = { id: null, name: null, content: null, flag: null, ends: [] } as const;

type Ends = Mapping['results']['ends'];

const endTitles: readonly { readonly id: CallEnd; readonly title: string }[] = [
  { id: 'worked', title: 'the call worked' },
  { id: 'failed', title: 'the call failed' },
  { id: 'blocked', title: 'the call was blocked' },
];

interface EndFieldsProps {
  readonly ends: Ends;
  /** The fields of the results. */
  readonly fields: readonly Field[];
  readonly flag: Path;
  readonly onChange: (ends: Ends) => void;
}

/** The meaning of each value of the error flag. */
function EndFields({ ends, fields, flag, onChange }: EndFieldsProps) {
  const found = fields.find(({ path }) => keyOf(path) === keyOf(flag))?.values ?? [];
  const counts = new Map(found.map(({ value, count }) => [value, count]));
  const values = [...new Set([...counts.keys(), ...ends.map(({ value }) => value)])];
  const choose = (value: string, end: CallEnd | undefined) =>
    onChange([...ends.filter((one) => one.value !== value), ...(end === undefined ? [] : [{ value, end }])]);
  return values.map((value) => (
    <label key={value} className={styles.field}>
      <span title={value}>{`“${value}” means, ${counts.get(value) ?? 0}×`}</span>
      <select
        className={styles.select}
        value={ends.find((one) => one.value === value)?.end ?? ''}
        onChange={({ target }) => choose(value, endTitles.find(({ id }) => id === target.value)?.id)}
      >
        <option value="">the usual meaning of the word or number</option>
        {endTitles.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </label>
  ));
}
