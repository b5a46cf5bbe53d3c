import type { CallResult } from './transcript.ts';

/** A call that waits where the recording ends, for a person say. A result that comes after all replaces it. */
export const waiting = (reason: string): CallResult => ({ outcome: 'pending', output: undefined, reason });
