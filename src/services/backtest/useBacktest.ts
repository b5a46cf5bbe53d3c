import { useSyncExternalStore } from 'react';
import type { EngineClient } from '../../worker/connect.ts';
import { useEngine } from '../engine/useEngine.ts';
import { Backtest, type BacktestState } from './backtest.ts';

/** One for an engine: what was judged stays while the user looks at one of the sessions and comes back. */
const made = new WeakMap<EngineClient, Backtest>();

export function useBacktest(): { readonly backtest: Backtest; readonly state: BacktestState } {
  const engine = useEngine();
  const backtest = made.get(engine) ?? new Backtest(engine);
  made.set(engine, backtest);
  return { backtest, state: useSyncExternalStore(backtest.subscribe, backtest.state) };
}
