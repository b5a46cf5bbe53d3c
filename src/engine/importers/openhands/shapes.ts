import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { entriesAt, fits, textAt, type Shape } from '../../importing/values/where.ts';

export interface Recording {
  /** Events up to 1.0, or those of the software agent SDK. */
  readonly form: 'old' | 'sdk';
  /** Given to it by a resolver or benchmark. */
  readonly title: string | undefined;
  /** In the order in which they happened. */
  readonly events: readonly Placed[];
  /** Whether the list has them in another order. */
  readonly isReordered: boolean;
  readonly about: RecordValue;
}

/** How many events are checked to recognise a log. */
const sample = 20;

export function recordingsIn(value: Value): readonly Recording[] {
  const whole = { value, place: [] };
  if (Array.isArray(value)) {
    const log = logIn(entriesAt(whole, ''));
    return log === undefined ? entriesAt(whole, '').flatMap(instance) : [log];
  }
  if (isSdkEvent(value)) return [recordingOf('sdk', [whole])];
  if (isOldEvent(value)) return [recordingOf('old', [whole])];
  // Keys under which servers return a list of events: of a conversation, of its download, of a search.
  const logs = ['events', 'trajectory', 'items'].flatMap((key) => logIn(entriesAt(whole, key)) ?? []);
  return [...instance(whole), ...logs].slice(0, 1);
}

function logIn(events: readonly Placed[]): Recording | undefined {
  const first = events.slice(0, sample).map(({ value }) => value);
  if (first.some(isSdkEvent)) return recordingOf('sdk', events);
  return isOldLog(first) ? recordingOf('old', events) : undefined;
}

/** A line of the output of a resolver or a benchmark: one instance with its events. */
function instance({ value, place }: Placed): readonly Recording[] {
  if (!isRecord(value) || !fits(value, { history: 'list' })) return [];
  // Histories of the first benchmarks contain each action in a pair with its observation.
  const history = entriesAt({ value, place }, 'history').flatMap((event) =>
    Array.isArray(event.value) ? entriesAt(event, '') : [event],
  );
  if (!isOldLog(history.slice(0, sample).map((event) => event.value))) return [];
  // The facts that the resolver or benchmark records about the run: its purpose, its result, its cost.
  const about = Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'history'));
  return [recordingOf('old', history, about, textAt(value, ['issue.title', 'instance_id']))];
}

function recordingOf(
  form: Recording['form'],
  listed: readonly Placed[],
  about: RecordValue = {},
  title?: string,
): Recording {
  const events = form === 'old' ? byNumber(listed) : oldestFirst(listed);
  return { form, title, events, isReordered: events !== listed, about };
}

/** Old events are numbered as they happen, and servers list them in either order; returns the same list if it is in order. */
function byNumber(events: readonly Placed[]): readonly Placed[] {
  const numbers = events.map(({ value }) => (isRecord(value) && typeof value['id'] === 'number' ? value['id'] : NaN));
  if (numbers.some(Number.isNaN) || numbers.every((id, index) => index === 0 || id >= (numbers[index - 1] ?? id)))
    return events;
  const order = numbers.map((id, index) => ({ id, index })).toSorted((a, b) => a.id - b.id || a.index - b.index);
  return order.flatMap(({ index }) => events[index] ?? []);
}

/** Events of the SDK have times; a list whose last is the oldest is read from its end. */
function oldestFirst(events: readonly Placed[]): readonly Placed[] {
  const [first, last] = [textAt(events[0]?.value, 'timestamp'), textAt(events.at(-1)?.value, 'timestamp')];
  return first !== undefined && last !== undefined && first > last ? events.toReversed() : events;
}

const sdkEvent: Shape = { kind: 'text', source: 'text' };

/** Every event has a kind of the SDK's; those of A2A have one too. */
function isSdkEvent(event: Value): boolean {
  if (!fits(event, sdkEvent)) return false;
  const kind = textAt(event, 'kind') ?? '';
  // A log without times is recognised only by its most common kinds.
  if (!fits(event, { timestamp: 'there' })) return /^(?:Message|Action|Observation)Event$/.test(kind);
  return /(?:Event|Observation)$/.test(kind) || kind.startsWith('Condensation');
}

/** Several actions and observations. A step of SWE-agent has both. */
function isOldLog(events: readonly Value[]): boolean {
  const isObservation = (event: Value) => fits(event, { observation: 'text' });
  return (
    events.length > 1 &&
    events.every((event) => isRecord(event) && fits(event, { action: 'text' }) !== isObservation(event)) &&
    events.some(isObservation)
  );
}

/** A single event must have more fields: its arguments, and its number in a log. */
const isOldEvent = (event: Value): boolean =>
  isRecord(event) &&
  typeof event['id'] === 'number' &&
  [{ action: 'text', args: 'record' } as const, { observation: 'text', extras: 'record' } as const].some((shape) =>
    fits(event, { source: 'text', ...shape }),
  );
