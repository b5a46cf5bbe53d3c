import { createKeeping } from './keeping.ts';
import { openStore } from './store.ts';

/**
 * What this page's origin keeps. Its database opens as soon as possible: in the built page, by the script that also starts the
 * engine (vite.config.ts).
 */
export const keeping = createKeeping({
  open: (events) => openStore('contextscope', events),
  channel: typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('contextscope'),
  now: () => Date.now(),
});
