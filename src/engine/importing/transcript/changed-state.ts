import { isSame } from '../../model/equal.ts';
import type { RecordValue } from '../../model/value.ts';
import type { StateEntry } from './transcript.ts';

/** The keys that changed from one state to the next. `isWhole`: keys that are absent now were removed. */
export function changedState(before: RecordValue, now: RecordValue, isWhole: boolean): StateEntry['state'] {
  const set = Object.entries(now)
    .filter(([key, value]) => !Object.hasOwn(before, key) || !isSame(before[key] ?? null, value))
    .map(([key, value]) => ({ key, value }));
  const removed = isWhole ? Object.keys(before).filter((key) => !Object.hasOwn(now, key)) : [];
  return [...set, ...removed.map((key) => ({ key, value: undefined }))];
}
