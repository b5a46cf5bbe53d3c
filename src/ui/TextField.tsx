import type { InputHTMLAttributes } from 'react';
import styles from './TextField.module.css';

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** `data` for code: monospaced, without autocorrection. */
  readonly look?: 'text' | 'data';
  readonly fault?: boolean;
}

export function TextField({
  label,
  value,
  onChange,
  look = 'text',
  fault = false,
  className,
  ...rest
}: TextFieldProps) {
  return (
    <input
      type="text"
      {...rest}
      aria-label={label}
      aria-invalid={fault}
      spellCheck={look === 'text'}
      autoComplete="off"
      autoCapitalize="off"
      className={[styles.field, look === 'data' ? styles.data : '', className].join(' ')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
