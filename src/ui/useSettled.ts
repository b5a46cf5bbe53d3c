import { useEffect, useState } from 'react';

/** Follows a value once it has stayed the same for a while, for output that need not update during typing. */
export function useSettled<T>(value: T, forMs: number): T {
  const [settled, setSettled] = useState(value);

  // A timer.
  useEffect(() => {
    if (value === settled) return undefined;
    const timer = setTimeout(() => setSettled(() => value), forMs);
    return () => clearTimeout(timer);
  }, [value, settled, forMs]);

  return settled;
}
