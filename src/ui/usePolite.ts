import { useEffect, useRef, useState } from 'react';

/** A text that follows another one, but never more often than a screen reader can say it. */
export function usePolite(text: string, atMostEveryMs: number): string {
  const [said, setSaid] = useState(text);
  const saidAt = useRef(Number.NEGATIVE_INFINITY);

  // A timer: the first change is said at once, what follows in a hurry is said when it has settled.
  useEffect(() => {
    if (text === said) return undefined;
    const wait = Math.max(0, saidAt.current + atMostEveryMs - performance.now());
    const timer = setTimeout(() => {
      saidAt.current = performance.now();
      setSaid(text);
    }, wait);
    return () => clearTimeout(timer);
  }, [text, said, atMostEveryMs]);

  return said;
}
