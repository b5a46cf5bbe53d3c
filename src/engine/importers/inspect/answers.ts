import { isRecord, type Value } from '../../model/value.ts';
import type { Attachments } from './attachments.ts';
import { answerIn } from './facts.ts';
import type { PlacedEvent } from './events.ts';
import type { Event } from './format.ts';
import { answerOf } from './sub-agents.ts';

/** Which model call gave which message of a sample. */
export interface Answers {
  /** The model call that gave the message at this index; undefined where the log holds none, as for words of a solver. */
  eventOf(index: number): Event | undefined;
  /** Whether the answer of the model call is one of the messages, or it has none: it failed, or was not over. */
  isHeard(event: Event): boolean;
}

/**
 * By the message’s id, else by what it says. Each call gave one message: where several say the same, the call that was sent
 * as many messages as stand before the answer is meant, or else the first that is left.
 */
export function answersIn(
  messages: readonly Value[],
  events: readonly PlacedEvent[],
  { keyOf }: Pick<Attachments, 'keyOf'>,
): Answers {
  const calls = events.filter(({ event }) => event.event === 'model' && answerOf(event) !== undefined);
  const found = new Map<number, Event>();
  const heard = new Set<Event>();
  const match = (index: number, event: Event | undefined): void => {
    if (event === undefined) return;
    found.set(index, event);
    heard.add(event);
  };
  const byId = queuesOf(calls, ({ event }) => answerIn(event));
  const given = messages.flatMap((value, index) =>
    isRecord(value) && value['role'] === 'assistant' ? [{ value, index }] : [],
  );
  for (const { value, index } of given) {
    const { id } = value;
    if (typeof id === 'string') match(index, next(byId.get(id), heard));
  }
  // A grader may well say what the model said.
  const own = calls.filter(({ event, within }) => !heard.has(event) && within.every(({ kind }) => kind !== 'scorer'));
  const keyOfCall = ({ event }: PlacedEvent): string => keyOf(answerOf(event) ?? null);
  const byKey = queuesOf(own, keyOfCall);
  const byLength = queuesOf(own, (call) => `${sentIn(call.event)} ${keyOfCall(call)}`);
  for (const where of ['its own place', 'any place'] as const) {
    for (const { value, index } of given) {
      if (found.has(index)) continue;
      const key = keyOf(value);
      match(index, next(where === 'any place' ? byKey.get(key) : byLength.get(`${index} ${key}`), heard));
    }
  }
  return {
    eventOf: (index) => found.get(index),
    isHeard: (event) => heard.has(event) || answerOf(event) === undefined,
  };
}

/** Waiting model calls, each under its key; the first is the last of its list. */
function queuesOf(
  calls: readonly PlacedEvent[],
  keyOf: (call: PlacedEvent) => string | undefined,
): ReadonlyMap<string, Event[]> {
  const queues = new Map<string, Event[]>();
  for (const call of calls.toReversed()) {
    const key = keyOf(call);
    if (key === undefined) continue;
    const queue = queues.get(key);
    if (queue === undefined) queues.set(key, [call.event]);
    else queue.push(call.event);
  }
  return queues;
}

function next(queue: Event[] | undefined, taken: ReadonlySet<Event>): Event | undefined {
  for (let event = queue?.pop(); event !== undefined; event = queue?.pop()) if (!taken.has(event)) return event;
  return undefined;
}

/** How many messages the model was sent. */
const sentIn = ({ input = [], input_refs: ranges = [] }: Event): number =>
  input.length > 0 ? input.length : ranges.reduce((sum, [start, end]) => sum + end - start, 0);
