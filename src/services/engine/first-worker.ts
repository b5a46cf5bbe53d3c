/**
 * The page's first engine. In the built page this module is a script of its own (vite.config.ts), so that the engine loads beside
 * the page's script, and not after it.
 */
let worker: Worker | null = new Worker(new URL('../../worker/worker.ts', import.meta.url), {
  type: 'module',
  name: 'contextscope-first-engine',
});

// The page's script, which handles errors of the engine, may run later.
worker.onerror = () => {
  worker = null;
};

/** The first engine, once; null if it was taken, or could not start. */
export function takeFirstWorker(): Worker | null {
  const taken = worker;
  worker = null;
  return taken;
}
