import type { Path } from '../../model/path.ts';
import { elementAt, isRecord, type Value } from '../../model/value.ts';
import type { Attachments } from './attachments.ts';
import type { PlacedEvent, Undertaking } from './events.ts';
import type { Event, Sample } from './format.ts';

/** A model call of a conversation that is not the sample's own. */
export interface OwnCall {
  readonly event: Event;
  readonly place: Path;
}

/** An agent, or a tool that asks a model, with a conversation of its own. */
export interface SubAgent {
  readonly kind: 'agent' | 'tool';
  readonly name: string;
  readonly place: Path;
  /** The id of the tool call that started it. */
  readonly call: string | undefined;
  /** The number of events before its first model call. */
  readonly since: number;
  readonly calls: readonly OwnCall[];
}

export interface Unheard {
  readonly agents: readonly SubAgent[];
  /** Model calls of scorers, which run after the conversation. */
  readonly graders: readonly Path[];
  /** Model calls whose answer is in no message: it was removed from the conversation, or was never part of it. */
  readonly others: readonly Path[];
}

/**
 * Groups the model calls whose answer is in no message of the sample by the agent that made them. An agent that also has
 * calls in the sample's conversation has no second conversation: its missing messages were removed from the first.
 */
export function unheardIn(events: readonly PlacedEvent[], isHeard: (event: Event) => boolean): Unheard {
  const models = events.map((one, index) => ({ ...one, index })).filter(({ event }) => event.event === 'model');
  const speaking = new Set(models.filter(({ event }) => isHeard(event)).map(({ within }) => agentOf(within)));
  const agents = new Map<Speaker, { since: number; calls: OwnCall[] }>();
  const graders: Path[] = [];
  const others: Path[] = [];
  for (const { event, place, within, index } of models) {
    if (isHeard(event)) continue;
    const agent = agentOf(within);
    if (within.some(({ kind }) => kind === 'scorer')) graders.push(place);
    else if (agent === undefined || speaking.has(agent)) others.push(place);
    else {
      const known = agents.get(agent) ?? { since: index, calls: [] };
      agents.set(agent, known);
      known.calls.push({ event, place });
    }
  }
  const found = [...agents].map(([{ kind, name, place, call }, own]) => ({ kind, name, place, call, ...own }));
  return { agents: found, graders, others };
}

/** The innermost agent or, if a tool calls a model itself, the tool. An agent directly inside a tool gets the tool’s call. */
function agentOf(within: readonly Undertaking[]): Speaker | undefined {
  const index = within.findLastIndex(isSpeaker);
  const innermost = within[index];
  if (innermost === undefined || !isSpeaker(innermost)) return undefined;
  if (innermost.kind !== 'agent' || innermost.call !== undefined) return innermost;
  const around = within[index - 1];
  if (around?.kind === 'tool') innermost.call = around.call;
  return innermost;
}

type Speaker = Undertaking & { readonly kind: 'agent' | 'tool' };

const isSpeaker = (one: Undertaking): one is Speaker => one.kind === 'agent' || one.kind === 'tool';

/** A message, its place and, for an answer of this conversation, the model call that produced it. */
export interface OwnMessage {
  readonly value: Value;
  readonly place: Path;
  readonly event: Event | undefined;
}

/** Inputs repeat earlier messages. Each message is returned as many times as it occurs in one input at most. */
export function messagesOf(
  { calls }: SubAgent,
  sample: Sample,
  samplePlace: Path,
  { keyOf }: Pick<Attachments, 'keyOf'>,
): readonly OwnMessage[] {
  const emitted = new Map<string, number>();
  const messages: OwnMessage[] = [];
  for (const { event, place } of calls) {
    const sent = new Map<string, number>();
    for (const [value, where] of inputOf(event, place, sample, samplePlace)) {
      const key = keyOf(value);
      const times = (sent.get(key) ?? 0) + 1;
      sent.set(key, times);
      if (times <= (emitted.get(key) ?? 0)) continue;
      emitted.set(key, times);
      messages.push({ value, place: where, event: undefined });
    }
    const answer = answerOf(event);
    if (answer === undefined) continue;
    const key = keyOf(answer);
    emitted.set(key, Math.max(emitted.get(key) ?? 0, sent.get(key) ?? 0) + 1);
    messages.push({ value: answer, place: [...place, 'output', 'choices', 0, 'message'], event });
  }
  return messages;
}

/** Newer logs store each message once per sample, and ranges of them with the event. */
function inputOf(
  { input = [], input_refs: ranges = [] }: Event,
  place: Path,
  { events_data: pool }: Sample,
  samplePlace: Path,
): readonly (readonly [Value, Path])[] {
  if (input.length > 0) return input.map((value, index) => [value, [...place, 'input', index]] as const);
  const all = pool?.messages ?? [];
  const found: (readonly [Value, Path])[] = [];
  for (const [start, end] of ranges) {
    // Limit the result, because invalid ranges could repeat all messages over and over.
    if (found.length > maxFreeMessages + 10 * all.length) break;
    for (let index = Math.max(0, start); index < Math.min(end, all.length); index++) {
      const value = elementAt(all, index);
      if (value !== undefined) found.push([value, [...samplePlace, 'events_data', 'messages', index]]);
    }
  }
  return found;
}

const maxFreeMessages = 1000;

export function answerOf({ output }: Event): Value | undefined {
  const choice = output?.choices?.[0];
  return choice !== undefined && isRecord(choice) ? choice['message'] : undefined;
}
