import { isMap, keysOf, entry as entryOf, isList, type MapValue, type Value } from '../../model/value.ts';
import { indexOf } from '../../model/history-index.ts';
import type { History, Invocation, TurnIndex } from '../../model/history.ts';
import { written } from '../../model/prefix.ts';

/** One part of a message of the history. Neighbouring parts with the same `message` belong together. */
export interface Entry {
  readonly turn: TurnIndex;
  readonly message: number;
  readonly role: 'user' | 'agent';
  readonly at: string | undefined;
  readonly source: Source;
  /** Keys of the recorded message beside its parts. */
  readonly metadata: { readonly [key: string]: Value } | null;
}

/** What a part was recorded as. */
export type Source =
  | { readonly kind: 'call'; readonly invocation: Invocation; readonly hasRun: boolean }
  /** A recorded part of a message. */
  | { readonly kind: 'content'; readonly content: MapValue }
  | { readonly kind: 'text'; readonly text: string }
  /** A message was here, but the recording does not hold its text. */
  | { readonly kind: 'unrecorded' };

/**
 * The parts of the messages at a turn of a history. A call is a message of the agent, at the turn where it ran: it is
 * complete then. A model call without recorded text has no message. `turn`: the number of the turn in the session.
 */
export function entriesAt(history: History, own: TurnIndex, turn: TurnIndex, message: number): readonly Entry[] {
  const here = history.turns[own];
  if (here === undefined) return [];
  const { at } = here;
  switch (here.kind) {
    case 'snapshot':
      return [];
    case 'capability': {
      const invocation = here.invocation === undefined ? undefined : history.invocations[here.invocation];
      const call = { turn, message, role: 'agent', at: invocation?.at ?? at, metadata: null } as const;
      return invocation === undefined ? [] : [{ ...call, source: { kind: 'call', invocation, hasRun: true } }];
    }
    case 'input': {
      const { inputTurns } = indexOf(history);
      const first = written(inputTurns, own - 1);
      const received = history.inputs.slice(first, written(inputTurns, own, first));
      return received.flatMap((one, index) =>
        entriesOf(one.value, { turn, message: message + index, role: 'user', at: one.at ?? at }),
      );
    }
    case 'llm':
      return here.withheld === undefined ? answerAt(history, own, turn, message) : [];
  }
}

/** The parts of the model's message at a turn, also of an answer that was kept from the user. */
export function answerAt(history: History, own: TurnIndex, turn: TurnIndex, message: number): readonly Entry[] {
  const here = history.turns[own];
  if (here?.kind !== 'llm') return [];
  const said = { turn, message, role: 'agent', at: here.at } as const;
  const { outputTurns } = indexOf(history);
  const last = written(outputTurns, own) - 1;
  const sent = outputTurns[last] === own ? history.outputs[last]?.value : undefined;
  const answer = here.withheld ?? sent;
  if (answer !== undefined) return entriesOf(answer, said);
  if (here.text !== undefined && here.text !== '')
    return [{ ...said, metadata: null, source: { kind: 'text', text: here.text } }];
  return here.answers ? [{ ...said, metadata: null, source: { kind: 'unrecorded' } }] : [];
}

function entriesOf(value: Value | undefined, said: Omit<Entry, 'source' | 'metadata'>): readonly Entry[] {
  if (value === undefined || !isMap(value)) return [{ ...said, metadata: null, source: { kind: 'unrecorded' } }];
  const content = entryOf(value, 'message');
  const parts = content === undefined ? [] : isList(content) ? [...content] : [content];
  const metadata = beside(value);
  return parts.map((part) => ({ ...said, metadata, source: sourceOf(part) }));
}

function sourceOf(part: Value): Source {
  if (typeof part === 'string') return { kind: 'text', text: part };
  return isMap(part) ? { kind: 'content', content: part } : { kind: 'unrecorded' };
}

function beside(value: MapValue): Entry['metadata'] {
  const keys = keysOf(value).filter((key) => typeof key === 'string' && key !== 'message');
  if (keys.length === 0) return null;
  return Object.fromEntries(keys.map((key) => [String(key), entryOf(value, String(key)) ?? null]));
}
