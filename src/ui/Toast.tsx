import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { IconButton } from './Button.tsx';
import styles from './Toast.module.css';
import { visible } from './visible.tsx';

interface ToastProps {
  /** Null keeps the live region in the page, so that screen readers announce the next message. */
  readonly message: string | null;
  readonly tone?: 'plain' | 'failure';
  /** The message disappears by itself; otherwise it stays until it is closed. */
  readonly fades?: boolean;
  readonly actions?: ReactNode;
  /** Undefined if the message cannot be closed. */
  readonly onClose: (() => void) | undefined;
}

/** Toast.module.css fades the message out at the end of this time. */
const shownForMs = 6000;

/** One message at a time, in a live region, until it fades, is closed or replaced. */
export function Toast(props: ToastProps) {
  return (
    <div className={styles.place} role="status" aria-label="Messages">
      {/* A new key: each message has its own timer. */}
      {props.message !== null && <Card key={props.message} {...props} />}
    </div>
  );
}

function Card({ message, tone = 'plain', fades = false, actions, onClose }: ToastProps) {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const waits = fades && !hovered && !focused;
  const close = useEffectEvent(() => onClose?.());

  // A timer. Hovering the message stops it, so that the user has time to read.
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setTimeout(() => close(), shownForMs);
    return () => clearTimeout(timer);
  }, [waits]);

  return (
    <div
      className={[styles.toast, tone === 'failure' ? styles.failure : ''].join(' ')}
      data-fades={waits}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <div className={styles.message}>{visible(message ?? '')}</div>
      {actions}
      {onClose && <IconButton icon="close" label="Dismiss" onClick={onClose} />}
    </div>
  );
}
