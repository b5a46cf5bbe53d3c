import { createContext, use } from 'react';
import type { Keeping } from './keeping.ts';

export const KeepingContext = createContext<Keeping | null>(null);

/** The id of the workspace of this tab. */
export const WorkspaceContext = createContext('');

export const useWorkspaceId = (): string => use(WorkspaceContext);

export function useKeeping(): Keeping {
  const keeping = use(KeepingContext);
  if (keeping === null) throw new Error('useKeeping outside of KeepingContext');
  return keeping;
}
