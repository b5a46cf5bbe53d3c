import { sessionFile } from '../engine/importers/session-file/index.ts';
import type { SystemId } from '../engine/model/session.ts';
import { prepareToRead } from '../engine/opening/open-text.ts';
import { loadSystem } from '../engine/systems/load-system.ts';
import { methods } from './methods.ts';
import { serve } from './serve.ts';

/** Milliseconds. Below it, another worker would take longer to start than this one takes to read the text. */
const longReading = 50;

const otherWorker = {
  fromMs: longReading,
  async read(text: Blob, signal: AbortSignal) {
    const { readInOtherWorker } = await import('./live/read-in-other-worker.ts');
    return readInOtherWorker(
      () => new Worker(location.href, { type: 'module', name: 'contextscope-reader' }),
      text,
      signal,
    );
  },
};

/** The page's first engine (`services/engine/first-worker.ts`) opens the first sample next: a session file of this system. */
const ofFirstSample = 'task' satisfies SystemId;
if (self.name === 'contextscope-first-engine') {
  Promise.all([sessionFile.load(), loadSystem(ofFirstSample)]).catch(() => undefined);
}

// In a worker the global object is the port.
serve(globalThis, methods(otherWorker));

/** By then the page shows its sample, so that this competes with nothing that the page waits for. */
const restAfter = 1500;

setTimeout(() => {
  // A text that is opened asks for the same code again, and reports that it is missing.
  prepareToRead().catch(() => undefined);
}, restAfter);
