import type { WholeReading } from '../../engine/opening/whole-reading.ts';
import { connect } from '../connect.ts';
import type { Port } from '../message.ts';

/** A worker that this one has started. */
export interface OtherWorker extends Port {
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

/**
 * Reads a whole text in another worker, which ends with it: a long text is in memory twice only meanwhile. Null if it cannot be
 * read there.
 */
export async function readInOtherWorker(
  spawn: () => OtherWorker,
  text: Blob,
  signal: AbortSignal,
): Promise<WholeReading | null> {
  let worker: OtherWorker | undefined;
  try {
    const started = (worker = spawn());
    const died = new Promise<null>((resolve) => {
      started.onerror = (event) => {
        event.preventDefault();
        resolve(null);
      };
    });
    return await Promise.race([died, connect(started).call('wholeReading', { text }, { signal })]);
  } catch {
    // There can be no other worker, the text is no longer wanted, or it is read where its problem can be shown.
    return null;
  } finally {
    worker?.terminate();
  }
}
