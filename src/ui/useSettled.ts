import { useEffect, useState } from 'react';

/** A value that follows another one once that has stayed the same for a while: for what nobody looks at while typing. */
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
