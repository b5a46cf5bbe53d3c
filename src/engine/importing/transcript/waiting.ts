import type { CallResult } from './transcript.ts';

/** A call that still waits when the recording ends, for example for a person. A later result replaces it. */
export const waiting = (reason: string): CallResult => ({ outcome: 'pending', output: undefined, reason });
