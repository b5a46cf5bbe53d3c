import { isRecord, type Value } from '../../model/value.ts';
import type { Attachments } from './attachments.ts';
import { elementsAt, textAt } from '../../importing/values/where.ts';
import type { Event, PlacedEvent } from './events.ts';
import { answerOf, rangesIn } from './sub-agents.ts';

/** Matches the messages of a sample with the model calls that produced them. */
export interface Answers {
  /** The model call that produced the message at this index; undefined if the log has none, as for a solver’s message. */
  eventOf(index: number): Event | undefined;
  /** True if the call’s answer is one of the messages, or if the call has no answer because it failed or had not ended. */
  isHeard(event: Event): boolean;
}

/**
 * Match by the message’s id, otherwise by its content. Each call produced one message. If several calls have the same
 * content, prefer the call whose input has as many messages as precede the answer; otherwise take the first unmatched call.
 */
export function answersIn(
  messages: readonly Value[],
  events: readonly PlacedEvent[],
  { keyOf }: Pick<Attachments, 'keyOf'>,
): Answers {
  const calls = events.filter(({ event }) => event['event'] === 'model' && answerOf(event) !== undefined);
  const found = new Map<number, Event>();
  const heard = new Set<Event>();
  const match = (index: number, event: Event | undefined): void => {
    if (event === undefined) return;
    found.set(index, event);
    heard.add(event);
  };
  const byId = queuesOf(calls, ({ event }) => textAt(answerOf(event), 'id'));
  const assistantMessages = messages.flatMap((value, index) =>
    isRecord(value) && value['role'] === 'assistant' ? [{ value, index }] : [],
  );
  for (const { value, index } of assistantMessages) {
    const { id } = value;
    if (typeof id === 'string') match(index, next(byId.get(id), heard));
  }
  // A grader’s answer may have the same content as the model’s.
  const own = calls.filter(({ event, within }) => !heard.has(event) && within.every(({ kind }) => kind !== 'scorer'));
  const keyOfCall = ({ event }: PlacedEvent): string => keyOf(answerOf(event) ?? null);
  const byKey = queuesOf(own, keyOfCall);
  const byLength = queuesOf(own, (call) => `${sentIn(call.event)} ${keyOfCall(call)}`);
  for (const where of ['its own place', 'any place'] as const) {
    for (const { value, index } of assistantMessages) {
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

/** Unmatched model calls by key. Each list is in reverse order, so that `pop` returns the earliest call. */
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

function next(queue: Event[] | undefined, matched: ReadonlySet<Event>): Event | undefined {
  for (let event = queue?.pop(); event !== undefined; event = queue?.pop()) if (!matched.has(event)) return event;
  return undefined;
}

/** The number of messages in the model call’s input. */
const sentIn = (event: Event): number =>
  elementsAt(event, 'input').length || rangesIn(event).reduce((sum, [start, end]) => sum + end - start, 0);
