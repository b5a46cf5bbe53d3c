import type { LiveReport } from '../live-protocol.ts';

/** A report of a stream that is connected and has sent nothing. */
export const liveReport = (part: Partial<LiveReport> = {}): LiveReport => ({
  number: 1,
  state: 'connected',
  isStopped: false,
  playback: null,
  trouble: null,
  records: 0,
  readRecords: 0,
  isChecked: false,
  dropped: 0,
  deleted: 0,
  lastRecord: null,
  arrivals: [],
  agent: null,
  opened: null,
  problem: null,
  moves: [],
  fires: { total: 0, latest: [] },
  ...part,
});
