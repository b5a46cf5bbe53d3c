import type { Field, Mapping } from '../../worker/mapping-protocol.ts';
import { fieldChoices, fieldsAt, placeChoices } from './choices.ts';
import { EndFields } from './EndFields.tsx';
import { FieldSelect } from './FieldSelect.tsx';
import styles from './Mapping.module.css';

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
