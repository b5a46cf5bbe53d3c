import type { Path } from '../../engine/model/path.ts';
import type { Choice } from './choices.ts';
import { pathTitle } from './choices.ts';
import { keyOf, pathOf } from '../entryLines.ts';
import styles from './Mapping.module.css';

interface FieldSelectProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: Path | null;
  readonly onChoose: (path: Path | null) => void;
  /** The title of the choice *none*; without it a field must be chosen. */
  readonly none?: string;
}

/** Chooses one field of the entries. A field of a pasted mapping is offered even if this document lacks it. */
export function FieldSelect({ label, choices, chosen, onChoose, none }: FieldSelectProps) {
  const key = chosen === null ? '' : keyOf(chosen);
  const isKnown = key === '' || choices.some(({ id }) => id === key);
  return (
    <label className={styles.field}>
      <span>{label}</span>
      <select
        className={styles.select}
        value={key}
        onChange={({ target }) => onChoose(target.value === '' ? null : pathOf(target.value))}
      >
        {none !== undefined && <option value="">{none}</option>}
        {!isKnown && chosen !== null && <option value={key}>{pathTitle(chosen)}: not in these entries</option>}
        {choices.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}
