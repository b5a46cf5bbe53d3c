import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { hasDrawn, onceDrawn } from '../services/frames.ts';

interface AfterwardsProps {
  /** Whether the children are drawn with the rest of the page after all; read once. */
  readonly isAtOnce?: boolean;
  /** The children take long to draw: other parts that come afterwards come before them, and keys are answered meanwhile. */
  readonly isLast?: boolean;
  readonly children: ReactNode;
}

/** Draws its children only once the page is on the screen, which is sooner with less in it. */
export function Afterwards({ isAtOnce = false, isLast = false, children }: AfterwardsProps) {
  const [isDue, setDue] = useState(() => isAtOnce || hasDrawn());
  useEffect(() => {
    if (isDue) return;
    onceDrawn(() => {
      if (isLast) startTransition(() => setDue(true));
      else setDue(true);
    });
  }, [isDue, isLast]);
  return isDue && children;
}
