import { useEffect, useRef, useState } from 'react';

/** Follows a value at a limited rate, for screen readers and views that are expensive to update. */
export function usePolite<T>(value: T, atMostEveryMs: number): T {
  const [said, setSaid] = useState(value);
  const saidAt = useRef(Number.NEGATIVE_INFINITY);

  // A timer: the first change passes at once; later changes in quick succession pass when they have settled.
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
