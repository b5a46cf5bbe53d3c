import type { Path } from '../../model/path.ts';
import { type Value, valueAt } from '../../model/value.ts';
import { eventsOf, type PlacedEvent } from './events.ts';

/** A conversation put together from model calls. */
export interface Told {
  readonly messages: readonly Value[];
  readonly placeOf: (index: number) => Path;
  readonly model: string | undefined;
}

/**
 * Each model call repeats what was said before it, so the last one of the agent itself has all: not a grader’s, nor that of
 * an agent whom a call sent.
 */
export function conversationOf(list: readonly Value[]): Told {
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
