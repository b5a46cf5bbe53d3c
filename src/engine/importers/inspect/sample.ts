import { formatPath } from '../../model/path.ts';
import { isList, isRecord, type Value } from '../../model/value.ts';
import type { FoundConversation } from '../../importing/describing/chat-reading.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { elementsAt, entriesAt, textAt } from '../../importing/values/where.ts';
import { attachmentsOf, type Attachments } from './attachments.ts';
import { eventListOf, eventsIn, type Event, type PlacedEvent, factsOf, type Facts } from './events.ts';
import { answerOf, unheardIn, type Unheard, rangesIn } from './sub-agents.ts';

/** A sample's messages, and what its events say about them. */
export interface Sample {
  readonly holder: Placed;
  readonly messages: readonly Placed[];
  readonly attachments: Attachments;
  readonly facts: Facts;
  readonly unheard: Unheard;
  /** The model call that produced a message, by the message's place; none for a solver’s message. */
  readonly eventAt: ReadonlyMap<string, Event>;
  /** The position of each event. */
  readonly order: ReadonlyMap<Event, number>;
  /** Of events without their sample. */
  readonly model: string | undefined;
}

const known = new WeakMap<FoundConversation, Sample>();

export function sampleOf(found: FoundConversation): Sample {
  const sample = known.get(found) ?? gathered(found);
  known.set(found, sample);
  return sample;
}

/** Events copied without their sample. */
export const areEvents = ({ holder }: FoundConversation): boolean => isList(holder.value ?? null);

function gathered(found: FoundConversation): Sample {
  const { holder } = found;
  const events = eventsIn(areEvents(found) ? holder : eventListOf(holder));
  const { messages, model } = areEvents(found)
    ? conversationIn(events)
    : { messages: found.messages.filter((message) => message !== holder), model: undefined };
  const attachments = attachmentsOf(holder.value);
  const answers = answersIn(
    messages.map(({ value }) => value),
    events,
    attachments,
  );
  return {
    holder,
    messages,
    attachments,
    facts: factsOf(events, answers.isHeard),
    unheard: unheardIn(events, answers.isHeard),
    eventAt: new Map(
      messages.flatMap(({ place }, index) => {
        const event = answers.eventOf(index);
        return event === undefined ? [] : [[formatPath(place), event] as const];
      }),
    ),
    order: new Map(events.map(({ event }, index) => [event, index])),
    model,
  };
}

/**
 * Each model call repeats the earlier messages, so the agent’s own last call has the whole conversation. Calls of graders and
 * of sub-agents started by a tool call are not the agent’s own.
 */
function conversationIn(events: readonly PlacedEvent[]): Pick<Sample, 'messages' | 'model'> {
  const calls = events.filter(({ event }) => event['event'] === 'model' && elementsAt(event, 'input').length > 0);
  const own = calls.filter(({ within }) => within.every(({ kind }) => kind !== 'scorer' && kind !== 'tool'));
  const last = (own.length > 0 ? own : calls).at(-1);
  if (last === undefined) return { messages: [], model: undefined };
  const { event: value, place } = last;
  const answer = answerOf(value);
  const answered =
    answer === undefined ? [] : [{ value: answer, place: [...place, 'output', 'choices', 0, 'message'] }];
  return { messages: [...entriesAt({ value, place }, 'input'), ...answered], model: textAt(value, 'model') };
}

/** Matches the messages of a sample with the model calls that produced them. */
interface Answers {
  /** The model call that produced the message at this index; undefined if the log has none, as for a solver’s message. */
  eventOf(index: number): Event | undefined;
  /** True if the call’s answer is one of the messages, or if the call has no answer because it failed or had not ended. */
  isHeard(event: Event): boolean;
}

/**
 * Match by the message’s id, otherwise by its content. Each call produced one message. If several calls have the same
 * content, prefer the call whose input has as many messages as precede the answer; otherwise take the first unmatched call.
 */
function answersIn(
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
