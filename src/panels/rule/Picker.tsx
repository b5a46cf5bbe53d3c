import styles from './Picker.module.css';

interface PickerProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly title: string; readonly about: string }[];
  readonly onChoose: (value: Value) => void;
  /** How the choice reads while the list is closed. */
  readonly shown: string;
}

/**
 * A native select whose open list says what each choice means, while the closed one shows its name alone:
 * the real element lies, unseen, over the words.
 */
export function Picker<Value extends string>({ label, value, choices, onChoose, shown }: PickerProps<Value>) {
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <span className={styles.picker} title={chosen?.about}>
      <span className={styles.shown} aria-hidden="true">
        {shown}
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
