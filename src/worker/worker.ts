import { prepareToRead } from '../engine/opening/open-text.ts';
import { methods } from './methods.ts';
import { serve } from './serve.ts';

// In a worker the global object is the port.
serve(globalThis, methods());

/** By then the page shows its sample, so that this competes with nothing that the page waits for. */
const restAfter = 1000;

setTimeout(() => {
  // A text that is opened asks for the same code again, and reports that it is missing.
  prepareToRead().catch(() => undefined);
}, restAfter);
