import { entry, isRecord, type RecordValue } from '../../model/value.ts';
import { parsePath, type CallPath } from './path.ts';
import { valueOf, type CallState } from './state.ts';

type Place = Pick<CallPath, 'namespace' | 'steps'>;

/**
 * The trace entry that last wrote a place, something in it, or something around it. A value that exists without such a
 * write came with the start.
 */
export function writerOf(state: CallState, path: CallPath): RecordValue | undefined {
  const { trace } = state;
  for (let i = trace.length - 1; i >= 0; i--) {
    const written = trace.at(i);
    if (isRecord(written) && isTouched(placeOf(written), path)) return written;
  }
  const start = trace.length === 0 ? undefined : trace.at(0);
  const isStart = start !== undefined && isRecord(start) && entry(start, 'kind') === 'start';
  return isStart && valueOf(state, path) !== undefined ? start : undefined;
}

function isTouched(place: Place | undefined, { namespace, steps }: Place): boolean {
  if (place?.namespace !== namespace) return false;
  const shared = Math.min(place.steps.length, steps.length);
  return place.steps.slice(0, shared).every((step, i) => step === steps[i]);
}

/** The place that an entry wrote; undefined if it wrote none. */
function placeOf(written: RecordValue): Place | undefined {
  const kind = entry(written, 'kind');
  const path = entry(written, 'path');
  const flag = entry(written, 'flag');
  if (kind === 'tool') return entry(written, 'unmet') === undefined ? { namespace: 'params', steps: [] } : undefined;
  if (kind === 'flag') return typeof flag === 'string' ? { namespace: 'flags', steps: [flag] } : undefined;
  if ((kind !== 'set' && kind !== 'append' && kind !== 'delete') || typeof path !== 'string') return undefined;
  const parsed = parsePath(path);
  if (!parsed.ok) return undefined;
  const { namespace, steps } = parsed.value;
  const index = entry(written, 'index');
  return { namespace, steps: typeof index === 'number' ? [...steps, index] : steps };
}
