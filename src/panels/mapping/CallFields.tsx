import type { Field, Mapping } from '../../worker/mapping-protocol.ts';
import { fieldChoices, fieldsAt, placeChoices } from './choices.ts';
import { FieldSelect } from './FieldSelect.tsx';
import styles from './Mapping.module.css';

interface CallFieldsProps {
  readonly calls: Mapping['calls'];
  /** The fields of the entries in the list of turns. */
  readonly fields: readonly Field[];
  readonly onChange: (calls: Mapping['calls']) => void;
}

/** The fields of a turn that contain its calls. */
export function CallFields({ calls, fields, onChange }: CallFieldsProps) {
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
