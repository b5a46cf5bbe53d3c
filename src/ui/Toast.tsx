import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { IconButton } from './Button.tsx';
import styles from './Toast.module.css';
import { visible } from './visible.tsx';

interface ToastProps {
  /** Null keeps the live region in the page, so that the next message is heard. */
  readonly message: string | null;
  readonly tone?: 'plain' | 'failure';
  /** Goes by itself after a while; what asks for something stays until it is closed. */
  readonly fades?: boolean;
  readonly actions?: ReactNode;
  /** Undefined for what cannot be put away. */
  readonly onClose: (() => void) | undefined;
}

/** Toast.module.css fades it out at the end of this. */
const shownForMs = 8000;

/** One message at a time, in a live region, out of the way and there until it fades, is closed or replaced. */
export function Toast(props: ToastProps) {
  return (
    <div className={styles.place} role="status" aria-label="Messages">
      {/* Another message has its own time. */}
      {props.message !== null && <Card key={props.message} {...props} />}
    </div>
  );
}

function Card({ message, tone = 'plain', fades = false, actions, onClose }: ToastProps) {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const waits = fades && !hovered && !focused;
  const close = useEffectEvent(() => onClose?.());

  // A timer: nobody is made to read faster than it runs, because pointing at the message stops it.
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
