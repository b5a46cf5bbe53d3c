import { formatPath } from '../../model/path.ts';
import { isList, type Value } from '../../model/value.ts';
import type { FoundConversation } from '../../importing/describing/chat-reading.ts';
import { groupedBy, type Placed } from '../../importing/values/elements.ts';
import { elementsAt, entriesAt, textAt } from '../../importing/values/where.ts';
import { attachmentsOf, type Attachments } from './attachments.ts';
import { eventListOf, eventsIn, type Event, type PlacedEvent, factsOf, type Facts } from './events.ts';
import { answerOf, unheardIn, type Unheard, rangesIn } from './sub-agents.ts';

/** A sample's messages, and what its events say about them. */
export interface Sample extends Answers {
  readonly holder: Placed;
  readonly messages: readonly Placed[];
  readonly attachments: Attachments;
  readonly facts: Facts;
  readonly unheard: Unheard;
  /** For events without their sample. */
  readonly model: string | undefined;
}

/** The messages of a sample matched with the model calls that produced them. */
interface Answers {
  /** The model call that produced a message, by the message's place; none for a solver’s message. */
  readonly callAt: ReadonlyMap<string, PlacedEvent>;
  /** True if the call’s answer is one of the messages, or if the call has no answer because it failed or had not ended. */
  isHeard(call: PlacedEvent): boolean;
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
  const answers = answersIn(messages, events, attachments);
  const facts = factsOf(events, answers.isHeard);
  return { ...answers, holder, messages, attachments, facts, unheard: unheardIn(events, answers.isHeard), model };
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
  const answer = answerOf(last);
  const messages = entriesAt({ value, place }, 'input').concat(answer ?? []);
  return { messages, model: textAt(value, 'model') };
}

/**
 * Match by the message’s id, otherwise by its content. Each call produced one message. If several calls have the same
 * content, prefer the call whose input has as many messages as precede the answer; otherwise take the first unmatched call.
 */
function answersIn(messages: readonly Placed[], events: readonly PlacedEvent[], { keyOf }: Attachments): Answers {
  const calls = events.filter((call) => call.event['event'] === 'model' && answerOf(call) !== undefined);
  const heard = new Set<PlacedEvent>();
  const callAt = new Map<string, PlacedEvent>();
  const assistantMessages = messages.flatMap(({ value, place }, index) =>
    textAt(value, 'role') === 'assistant' ? [{ value, index, at: formatPath(place) }] : [],
  );
  type Key = (value: Value, before: number) => string | undefined;
  const match = (candidates: readonly PlacedEvent[], key: Key): void => {
    const keyOfCall = (call: PlacedEvent) => key(answerOf(call)?.value ?? null, sentIn(call.event));
    // In reverse order, so that `pop` returns the earliest call.
    const queues = new Map([...groupedBy(candidates, keyOfCall)].map(([one, group]) => [one, group.toReversed()]));
    for (const { value, index, at } of assistantMessages) {
      const own = key(value, index);
      const call = own === undefined || callAt.has(at) ? undefined : queues.get(own)?.pop();
      if (call === undefined) continue;
      callAt.set(at, call);
      heard.add(call);
    }
  };
  match(calls, (value) => textAt(value, 'id'));
  // A grader’s answer may have the same content as the model’s.
  const own = calls.filter(({ within }) => within.every(({ kind }) => kind !== 'scorer'));
  const unheard = () => own.filter((call) => !heard.has(call));
  match(unheard(), (value, before) => `${before} ${keyOf(value)}`);
  match(unheard(), keyOf);
  return { callAt, isHeard: (call) => heard.has(call) || answerOf(call) === undefined };
}

/** The number of messages in the model call’s input. */
const sentIn = (event: Event): number =>
  elementsAt(event, 'input').length || rangesIn(event).reduce((sum, [start, end]) => sum + end - start, 0);
