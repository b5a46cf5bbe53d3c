import type { Field, Mapping } from '../../worker/mapping-protocol.ts';
import { fieldChoices } from './choices.ts';
import { keyOf } from './documentLines.ts';
import { FieldSelect } from './FieldSelect.tsx';
import styles from './Mapping.module.css';

type Kind = Mapping['kind'];
type EntryKind = Kind['otherwise'];

const kinds: readonly { readonly id: EntryKind; readonly title: string }[] = [
  { id: 'input', title: 'input: somebody says something to the agent' },
  { id: 'llm', title: 'llm: the model answers, with or without calls' },
  { id: 'call', title: 'call: a capability is called' },
  { id: 'result', title: 'result: what a call came to' },
  { id: 'skip', title: 'no turn: leave it out' },
];

interface KindFieldsProps {
  readonly kind: Kind;
  readonly fields: readonly Field[];
  readonly onChange: (kind: Kind) => void;
}

/** What tells an entry's kind: a field, and what each of its values means. */
export function KindFields({ kind, fields, onChange }: KindFieldsProps) {
  const found = kind.field === null ? undefined : fields.find(({ path }) => keyOf(path) === keyOf(kind.field ?? []));
  const counts = new Map(found?.values?.map(({ value, count }) => [value, count]) ?? []);
  return (
    <fieldset className={styles.group}>
      <legend>Kinds</legend>
      <FieldSelect
        label="Told by"
        none="all are of one kind"
        choices={fieldChoices(fields.filter(({ values }) => values !== null))}
        chosen={kind.field}
        onChoose={(field) => {
          const values = fields.find(({ path }) => field !== null && keyOf(path) === keyOf(field))?.values ?? [];
          const known = new Map(kind.values.map((one) => [one.value, one.kind]));
          onChange({
            field,
            values: values.map(({ value }) => ({ value, kind: known.get(value) ?? 'skip' })),
            otherwise: field === null ? 'input' : 'skip',
          });
        }}
      />
      {kind.values.map(({ value, kind: means }) => (
        <KindSelect
          key={value}
          label={`“${value}”, ${counts.get(value) ?? 0}×`}
          chosen={means}
          onChoose={(chosen) =>
            onChange({
              ...kind,
              values: kind.values.map((one) => (one.value === value ? { value, kind: chosen } : one)),
            })
          }
        />
      ))}
      <KindSelect
        label={kind.field === null ? 'Each entry' : 'Any other'}
        chosen={kind.otherwise}
        onChoose={(otherwise) => onChange({ ...kind, otherwise })}
      />
    </fieldset>
  );
}

interface KindSelectProps {
  readonly label: string;
  readonly chosen: EntryKind;
  readonly onChoose: (kind: EntryKind) => void;
}

function KindSelect({ label, chosen, onChoose }: KindSelectProps) {
  return (
    <label className={styles.field}>
      <span title={label}>{label}</span>
      <select
        className={styles.select}
        value={chosen}
        onChange={({ target }) => onChoose(kinds.find(({ id }) => id === target.value)?.id ?? chosen)}
      >
        {kinds.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}
