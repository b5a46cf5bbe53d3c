import type { Path } from '../../engine/model/path.ts';
import { Button } from '../../ui/Button.tsx';
import type { Field, KindTest, Mapping } from '../../worker/mapping-protocol.ts';
import { fieldChoices } from './choices.ts';
import { keyOf } from '../entryLines.ts';
import { FieldSelect } from './FieldSelect.tsx';
import styles from './Mapping.module.css';

type Kind = Mapping['kind'];

interface KindFieldsProps {
  readonly kind: Kind;
  readonly fields: readonly Field[];
  /** The likely meanings of the fields' values. */
  readonly guesses: readonly KindTest[];
  readonly onChange: (kind: Kind) => void;
}

/** How to recognise an entry's kind: fields that are checked one after the other, with the meaning of each value. */
export function KindFields({ kind: { tests, otherwise }, fields, guesses, onChange }: KindFieldsProps) {
  const change = (at: number, test: KindTest | null) =>
    onChange({
      tests: [...tests.slice(0, at), ...(test === null ? [] : [test]), ...tests.slice(at + 1)],
      // Without a field all entries are turns; with one, entries it does not classify are skipped.
      otherwise: test === null && tests.length === 1 ? 'input' : tests.length === 0 ? 'skip' : otherwise,
    });
  const usedFields = new Set(tests.map(({ field }) => keyOf(field)));
  const free = fields.find(({ path, values }) => values !== null && !usedFields.has(keyOf(path)));

  return (
    <fieldset className={styles.group}>
      <legend>Kinds</legend>
      {tests.length === 0 && (
        <TestFields at={0} test={null} fields={fields} guesses={guesses} onChange={(test) => change(0, test)} />
      )}
      {tests.map((test, at) => (
        // A field may be checked twice, so only the index identifies a test.
        <TestFields
          key={at}
          at={at}
          test={test}
          fields={fields}
          guesses={guesses}
          onChange={(changed) => change(at, changed)}
        />
      ))}
      {tests.length > 0 && free !== undefined && (
        <Button look="quiet" onClick={() => change(tests.length, testBy(free.path, fields, guesses, []))}>
          Check another field if these do not decide
        </Button>
      )}
      <KindSelect
        label={tests.length === 0 ? 'Each entry' : 'If no field decides'}
        chosen={otherwise}
        onChoose={(chosen) => onChange({ tests, otherwise: chosen ?? otherwise })}
      />
    </fieldset>
  );
}

interface TestFieldsProps {
  readonly at: number;
  readonly test: KindTest | null;
  readonly fields: readonly Field[];
  readonly guesses: readonly KindTest[];
  readonly onChange: (test: KindTest | null) => void;
}

function TestFields({ at, test, fields, guesses, onChange }: TestFieldsProps) {
  const counts = new Map(valuesAt(test?.field ?? null, fields).map(({ value, count }) => [value, count]));
  return (
    <>
      <FieldSelect
        label={at === 0 ? 'Field for the kind' : 'Otherwise by'}
        none={at === 0 ? 'all are of one kind' : 'no other field'}
        choices={fieldChoices(fields)}
        chosen={test?.field ?? null}
        onChoose={(field) => onChange(field === null ? null : testBy(field, fields, guesses, test?.values ?? []))}
      />
      {test?.values.map(({ value, kind: means }) => (
        <KindSelect
          key={value}
          label={`“${value}”, ${counts.get(value) ?? 0}×`}
          none="does not decide"
          chosen={means}
          onChoose={(chosen) =>
            onChange({
              ...test,
              values: test.values.map((one) => (one.value === value ? { value, kind: chosen } : one)),
            })
          }
        />
      ))}
      {test !== null && (
        <KindSelect
          label={test.values.length === 0 ? 'Any value' : 'Any other value'}
          none="does not decide"
          chosen={test.otherwise}
          onChoose={(otherwise) => onChange({ ...test, otherwise })}
        />
      )}
    </>
  );
}

const valuesAt = (field: Path | null, fields: readonly Field[]) =>
  fields.find(({ path }) => field !== null && keyOf(path) === keyOf(field))?.values ?? [];

/** A test by a field. Values that the previous field had as well keep their meaning; others get the likely one. */
function testBy(
  field: Path,
  fields: readonly Field[],
  guesses: readonly KindTest[],
  before: KindTest['values'],
): KindTest {
  const guessed = guesses.find((one) => keyOf(one.field) === keyOf(field))?.values ?? [];
  const known = new Map([...guessed, ...before].map((one) => [one.value, one.kind]));
  const values = valuesAt(field, fields).map(({ value }) => ({ value, kind: known.get(value) ?? null }));
  return { field, values, otherwise: null };
}

type EntryKind = Mapping['kind']['otherwise'];

const kinds: readonly { readonly id: EntryKind; readonly title: string }[] = [
  { id: 'input', title: 'input: a message to the agent' },
  { id: 'llm', title: 'llm: the model answers, with or without calls' },
  { id: 'call', title: 'call: a capability is called' },
  { id: 'result', title: 'result: the result of a call' },
  { id: 'skip', title: 'no turn: skip it' },
];

interface KindSelectProps {
  readonly label: string;
  readonly chosen: EntryKind | null;
  readonly onChoose: (kind: EntryKind | null) => void;
  /** The title of the choice *none*; without it a kind must be chosen. */
  readonly none?: string;
}

/** Chooses the kind of turn that entries are, or none. */
function KindSelect({ label, chosen, onChoose, none }: KindSelectProps) {
  return (
    <label className={styles.field}>
      <span title={label}>{label}</span>
      <select
        className={styles.select}
        value={chosen ?? ''}
        onChange={({ target }) => onChoose(kinds.find(({ id }) => id === target.value)?.id ?? null)}
      >
        {none !== undefined && <option value="">{none}</option>}
        {kinds.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}
