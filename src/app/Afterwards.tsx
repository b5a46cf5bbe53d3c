import { type ReactNode, useEffect, useState } from 'react';
import { hasDrawn, onceDrawn } from '../services/frames.ts';

/** Draws its children only once the page is on the screen, which is sooner with less in it. */
export function Afterwards({ children }: { readonly children: ReactNode }) {
  const [isDue, setDue] = useState(hasDrawn);
  useEffect(() => {
    if (!isDue) onceDrawn(() => setDue(true));
  }, [isDue]);
  return isDue && children;
}
