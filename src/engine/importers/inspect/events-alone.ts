import type { Path } from '../../model/path.ts';
import { type Value, valueAt } from '../../model/value.ts';
import { eventsOf, type PlacedEvent } from './events.ts';

/** A conversation reconstructed from model calls. */
export interface Conversation {
  readonly messages: readonly Value[];
  readonly placeOf: (index: number) => Path;
  readonly model: string | undefined;
}

/**
 * Each model call repeats the earlier messages, so the agent’s own last call has the whole conversation. Calls of graders and
 * of sub-agents started by a tool call are not the agent’s own.
 */
export function conversationOf(list: readonly Value[]): Conversation {
  const calls = eventsOf({ id: 'events', messages: [], events: list }, []).filter(isAnswered);
  const own = calls.filter(({ within }) => within.every(({ kind }) => kind !== 'scorer' && kind !== 'tool'));
  const last = (own.length > 0 ? own : calls).at(-1);
  if (last === undefined) return { messages: [], placeOf: () => [], model: undefined };
  const { event, place } = last;
  const input = event.input ?? [];
  const answerPlace = ['output', 'choices', 0, 'message'];
  const answer = valueAt(list, [...place, ...answerPlace]);
  return {
    model: event.model,
    messages: answer === undefined ? input : [...input, answer],
    placeOf: (index) => [...place, ...(index < input.length ? ['input', index] : answerPlace)],
  };
}

const isAnswered = ({ event }: PlacedEvent): boolean => event.event === 'model' && (event.input ?? []).length > 0;
