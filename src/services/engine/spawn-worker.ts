import type { Spawned } from './client.ts';

/** The page's engine. Vite turns this URL into the worker's own bundle. */
export function spawnWorker(): Spawned {
  return new Worker(new URL('../../worker/worker.ts', import.meta.url), {
    type: 'module',
    name: 'contextscope-engine',
  });
}
