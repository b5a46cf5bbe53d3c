import { createContext, useContext } from 'react';
import type { EngineClient } from '../../worker/connect.ts';

export const EngineContext = createContext<EngineClient | null>(null);

/** The engine of this page. Throws outside the provider, which is a bug. */
export function useEngine(): EngineClient {
  const engine = useContext(EngineContext);
  if (engine === null) throw new Error('useEngine needs an EngineContext provider above it');
  return engine;
}
