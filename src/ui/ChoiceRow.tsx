import { useId } from 'react';
import styles from './ChoiceRow.module.css';

interface ChoiceRowProps<Id extends string> {
  readonly label: string;
  readonly choices: readonly { readonly id: Id; readonly title: string; readonly hint?: string }[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
  readonly look?: 'segments' | 'list';
}

/** Radio buttons, drawn as a row of segments or as a list of sentences. */
export function ChoiceRow<Id extends string>({
  label,
  choices,
  chosen,
  onChoose,
  look = 'segments',
}: ChoiceRowProps<Id>) {
  const name = useId();
  return (
    <fieldset className={styles[look]}>
      <legend className={look === 'segments' ? 'visually-hidden' : styles.legend}>{label}</legend>
      {choices.map(({ id, title, hint }) => (
        <label key={id} className={styles.choice} title={hint}>
          <input
            type="radio"
            className={styles.input}
            name={name}
            checked={id === chosen}
            onChange={() => onChoose(id)}
          />
          <span>{title}</span>
        </label>
      ))}
    </fieldset>
  );
}
