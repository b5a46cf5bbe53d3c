import styles from './Picker.module.css';

interface PickerProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly title: string; readonly about: string }[];
  readonly onChoose: (value: Value) => void;
  /** The text while the list is closed; null where a term is enough. */
  readonly shown: string | null;
  /** A technical term or a name in code, shown after the text. */
  readonly term?: string;
}

/**
 * A native select. The open list explains each choice; the closed one shows its name only, because the real element lies
 * invisibly over the text.
 */
export function Picker<Value extends string>({ label, value, choices, onChoose, shown, term }: PickerProps<Value>) {
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <span className={styles.picker} title={chosen?.about}>
      <span className={styles.shown} aria-hidden="true">
        {shown}
        {term !== undefined && (
          <code className={styles.term} data-alone={shown === null}>
            {term}
          </code>
        )}
      </span>
      <select
        className={styles.select}
        aria-label={label}
        value={value}
        onChange={(event) => {
          const picked = choices.find((choice) => choice.value === event.target.value);
          if (picked !== undefined) onChoose(picked.value);
        }}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.about === '' ? choice.title : `${choice.title} – ${choice.about}`}
          </option>
        ))}
      </select>
    </span>
  );
}
