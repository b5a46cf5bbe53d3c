import { useState } from 'react';
import { IconButton } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { categories, wordsOf, type FindingRow } from './finding-rows.ts';
import styles from './Given.module.css';

interface FindingLineProps {
  readonly row: FindingRow;
  /** From 1. */
  readonly number: number;
  readonly isFaulty: boolean;
  readonly onChange: (row: FindingRow) => void;
  readonly onRemove: () => void;
}

export function FindingLine({ row, number, isFaulty, onChange, onRemove }: FindingLineProps) {
  const { pattern, words, ...named } = row;
  return (
    <tr className={isFaulty ? styles.faulty : ''}>
      <td>
        <select
          className={styles.select}
          aria-label={`Category of line ${number}`}
          value={row.category}
          onChange={({ target }) => onChange({ ...row, category: target.value })}
        >
          {[...new Set([...categories, row.category])].map((category) => (
            <option key={category} value={category}>
              {category}
            </option>
          ))}
        </select>
      </td>
      <td>
        <TextField
          label={`Label of line ${number}`}
          placeholder="pii"
          look="data"
          value={row.label}
          onChange={(label) => onChange({ ...row, label })}
        />
      </td>
      <td>
        <TextField
          label={`Finding of line ${number}`}
          placeholder="phone_number"
          look="data"
          value={row.finding}
          onChange={(finding) => onChange({ ...row, finding })}
        />
      </td>
      <td>
        <select
          className={styles.select}
          aria-label={`How line ${number} finds`}
          value={words === undefined ? 'pattern' : 'words'}
          onChange={({ target }) =>
            onChange(
              target.value === 'words'
                ? { ...named, words: wordsOf(pattern ?? '') }
                : { ...named, pattern: (words ?? []).join('|') },
            )
          }
        >
          <option value="words">words</option>
          <option value="pattern">pattern (RE2)</option>
        </select>
      </td>
      <td className={styles.wide}>
        {words === undefined ? (
          <TextField
            label={`Pattern of line ${number}`}
            placeholder="\b\d{3}-\d{4}\b"
            look="data"
            fault={isFaulty}
            value={pattern ?? ''}
            onChange={(changed) => onChange({ ...named, pattern: changed })}
          />
        ) : (
          <Words
            label={`Words of line ${number}`}
            words={words}
            isFaulty={isFaulty}
            onChange={(changed) => onChange({ ...named, words: changed })}
          />
        )}
      </td>
      <td className={styles.number}>
        <TextField
          label={`Confidence of line ${number}`}
          type="number"
          min={0}
          max={1}
          step={0.05}
          value={row.confidence === null ? '' : String(row.confidence)}
          onChange={(text) => onChange({ ...row, confidence: text === '' ? null : Number(text) })}
        />
      </td>
      <td className={styles.remove}>
        <IconButton icon="close" label={`Remove line ${number}`} onClick={onRemove} />
      </td>
    </tr>
  );
}

interface WordsProps {
  readonly label: string;
  readonly words: readonly string[];
  readonly isFaulty: boolean;
  readonly onChange: (words: readonly string[]) => void;
}

/** Words with commas. What is typed stays as it is, also where it means the same words. */
function Words({ label, words, isFaulty, onChange }: WordsProps) {
  const [typed, setTyped] = useState('');
  const hasComma = words.some((word) => word.includes(','));
  const isOfThese = JSON.stringify(wordsOf(typed)) === JSON.stringify(words);
  return (
    <TextField
      label={label}
      placeholder="ignore previous instructions, jailbreak"
      look="data"
      fault={isFaulty}
      readOnly={hasComma}
      title={hasComma ? 'One of these words has a comma in it. Change them in the text.' : undefined}
      value={isOfThese ? typed : words.join(', ')}
      onChange={(text) => {
        setTyped(text);
        onChange(wordsOf(text));
      }}
    />
  );
}
