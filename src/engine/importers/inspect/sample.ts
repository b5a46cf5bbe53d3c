import { formatPath } from '../../model/path.ts';
import { isList } from '../../model/value.ts';
import type { FoundConversation } from '../../importing/describing/chat-reading.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { elementsAt, entriesAt, textAt } from '../../importing/values/where.ts';
import { answersIn } from './answers.ts';
import { attachmentsOf, type Attachments } from './attachments.ts';
import { eventListOf, eventsIn, type Event, type PlacedEvent } from './events.ts';
import { factsOf, type Facts } from './facts.ts';
import { answerOf, unheardIn, type Unheard } from './sub-agents.ts';

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
