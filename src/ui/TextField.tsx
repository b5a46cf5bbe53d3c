import type { InputHTMLAttributes } from 'react';
import styles from './TextField.module.css';

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** `data` for code: monospaced, without autocorrection. */
  readonly look?: 'text' | 'data';
  readonly fault?: boolean;
  /** It filters the list of its panel: Escape empties it and goes to that list, where the keys of the page work again. */
  readonly isFilter?: boolean;
}

export function TextField({
  label,
  value,
  onChange,
  look = 'text',
  fault = false,
  isFilter = false,
  className,
  ...rest
}: TextFieldProps) {
  return (
    <input
      type="text"
      onKeyDown={({ key, nativeEvent, currentTarget }) => {
        if (!isFilter || key !== 'Escape' || nativeEvent.isComposing) return;
        onChange('');
        toList(currentTarget);
      }}
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

function toList(field: HTMLElement): void {
  const region = field.closest<HTMLElement>('[data-region]');
  (region?.querySelector<HTMLElement>('[role="grid"], [role="tree"]') ?? region)?.focus();
}
