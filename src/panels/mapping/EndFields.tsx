import type { Path } from '../../engine/model/path.ts';
import type { CallEnd, Field, Mapping } from '../../worker/mapping-protocol.ts';
import { keyOf } from '../entryLines.ts';
import styles from './Mapping.module.css';

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
export function EndFields({ ends, fields, flag, onChange }: EndFieldsProps) {
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
