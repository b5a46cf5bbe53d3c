import type { LiveReport } from '../live-protocol.ts';
import { firstReport } from './live-source.ts';

/** A report of a stream that is connected and has sent nothing. */
export const liveReport = (part: Partial<LiveReport> = {}): LiveReport => ({
  ...firstReport,
  number: 1,
  state: 'connected',
  ...part,
});
