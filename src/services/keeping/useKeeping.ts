import { createContext, use } from 'react';
import type { Keeping } from './keeping.ts';

export const KeepingContext = createContext<Keeping | null>(null);

export function useKeeping(): Keeping {
  const keeping = use(KeepingContext);
  if (keeping === null) throw new Error('useKeeping outside of KeepingContext');
  return keeping;
}
