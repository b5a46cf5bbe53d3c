import type { Spawned } from './client.ts';
import { takeFirstWorker } from './first-worker.ts';

/** The page's engine. Vite turns this URL into the worker's own bundle. */
export const spawnWorker = (): Spawned =>
  takeFirstWorker() ??
  new Worker(new URL('../../worker/worker.ts', import.meta.url), { type: 'module', name: 'contextscope-engine' });
