import type { Mapping } from '../../worker/mapping-protocol.ts';
import styles from './Mapping.module.css';

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
export function KindSelect({ label, chosen, onChoose, none }: KindSelectProps) {
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
