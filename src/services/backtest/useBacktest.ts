import { useSyncExternalStore } from 'react';
import type { EngineClient } from '../../worker/connect.ts';
import { fileReaders } from '../engine/keeper.ts';
import { useEngine } from '../engine/useEngine.ts';
import { Backtest, type BacktestState } from './backtest.ts';

/** One backtest per engine: the results stay while the user opens one of the sessions and returns. */
const made = new WeakMap<EngineClient, Backtest>();

export function useBacktest(): { readonly backtest: Backtest; readonly state: BacktestState } {
  const engine = useEngine();
  const backtest = made.get(engine) ?? new Backtest(engine, undefined, fileReaders);
  made.set(engine, backtest);
  return { backtest, state: useSyncExternalStore(backtest.subscribe, backtest.state) };
}
