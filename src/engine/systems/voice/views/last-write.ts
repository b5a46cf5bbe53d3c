import type { Value } from '../../../model/value.ts';
import { readPlace, settledSteps } from '../place.ts';
import { spaceOf, type CallState } from '../state.ts';
import type { CallLog, CallWrite } from './call-log.ts';
import { keyDepth, type Place } from './key-place.ts';
import { countUpTo } from './up-to.ts';

/**
 * The last write of a place, of something in it or around it, among the first `events` events; 'start' for an initial
 * value.
 */
export function lastWrite(log: CallLog, state: CallState, place: Place, events: number): CallWrite | 'start' | null {
  const space: Value = spaceOf(state, place.namespace);
  // Writes have indices counted from the start.
  const steps = settledSteps(space, place.steps) ?? place.steps;
  const writes = writesAround(log, { ...place, steps });
  for (let i = countUpTo(writes, events) - 1; i >= 0; i--) {
    const write = writes[i];
    if (write !== undefined && overlap(write.steps, steps)) return write;
  }
  return readPlace(spaceOf(log.start, place.namespace), steps) === undefined ? null : 'start';
}

/** The writes of the key that contains a place; for a complete namespace or agent, all writes of the namespace. */
function writesAround(log: CallLog, place: Place): readonly CallWrite[] {
  const { namespace, steps } = place;
  const depth = keyDepth(place);
  if (steps.length >= depth) return log.writesOf({ namespace, steps: steps.slice(0, depth) });
  return log.writesIn(namespace);
}

const overlap = (a: Place['steps'], b: Place['steps']): boolean => a.every((step, i) => i >= b.length || step === b[i]);
