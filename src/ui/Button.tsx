import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import styles from './Button.module.css';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> {
  readonly look?: 'plain' | 'quiet' | 'main';
  readonly icon?: IconName;
  readonly children: ReactNode;
}

export function Button({ look = 'plain', icon, children, className, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className={[styles.button, styles[look], className].join(' ')}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> {
  readonly icon: IconName;
  /** The accessible name, also shown as tooltip. */
  readonly label: string;
}

export function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={[styles.button, styles.quiet, styles.square, className].join(' ')}
    >
      <Icon name={icon} />
    </button>
  );
}
