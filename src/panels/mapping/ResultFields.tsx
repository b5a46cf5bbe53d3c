import type { Field, Mapping } from '../../worker/mapping-protocol.ts';
import { fieldChoices, fieldsAt, placeChoices } from './choices.ts';
import { EndFields } from './EndFields.tsx';
import { FieldSelect } from './FieldSelect.tsx';
import styles from './Mapping.module.css';

interface ResultFieldsProps {
  readonly results: Mapping['results'];
  /** Of the entries of the list of turns. */
  readonly fields: readonly Field[];
  readonly onChange: (results: Mapping['results']) => void;
}

/** Where a turn tells what a call came to. */
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

/** Fields of one list mean nothing in another. */
const noResults = { id: null, name: null, content: null, flag: null, ends: [] } as const;
