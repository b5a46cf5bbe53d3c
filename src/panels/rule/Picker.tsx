import styles from './Picker.module.css';

interface Choice<Value extends string> {
  readonly value: Value;
  readonly title: string;
  readonly about: string;
  /** Title of the group that it is listed in; neighbours of the same title share one. */
  readonly group?: string;
}

interface PickerProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
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
        {grouped(choices).map(([group, members]) =>
          group === undefined ? (
            members.map(optionOf)
          ) : (
            <optgroup key={group} label={group}>
              {members.map(optionOf)}
            </optgroup>
          ),
        )}
      </select>
    </span>
  );
}

const optionOf = ({ value, title, about }: Choice<string>) => (
  <option key={value} value={value}>
    {about === '' ? title : `${title} – ${about}`}
  </option>
);

function grouped<Value extends string>(choices: readonly Choice<Value>[]): [string | undefined, Choice<Value>[]][] {
  const groups = new Map<string | undefined, Choice<Value>[]>();
  for (const choice of choices) groups.set(choice.group, [...(groups.get(choice.group) ?? []), choice]);
  return [...groups];
}
