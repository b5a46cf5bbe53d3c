import { useEffect, useRef, useState } from 'react';

/** A value that follows another one, but not in a hurry: a screen reader cannot say more, nor a costly view show more. */
export function usePolite<T>(value: T, atMostEveryMs: number): T {
  const [said, setSaid] = useState(value);
  const saidAt = useRef(Number.NEGATIVE_INFINITY);

  // A timer: the first change is said at once, what follows in a hurry is said when it has settled.
  useEffect(() => {
    if (value === said) return undefined;
    const wait = Math.max(0, saidAt.current + atMostEveryMs - performance.now());
    const timer = setTimeout(() => {
      saidAt.current = performance.now();
      setSaid(() => value);
    }, wait);
    return () => clearTimeout(timer);
  }, [value, said, atMostEveryMs]);

  return said;
}
