import { type Path, formatPath } from '../../model/path.ts';
import { isList, type Value } from '../../model/value.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { elementsAt, entriesAt, fieldAt, findAt } from '../../importing/values/where.ts';
import type { Spot } from '../../importing/describing/chat-reading.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import type { DelegatedTask } from '../../importing/transcript/transcript.ts';
import type { Attachments } from './attachments.ts';
import type { Event, PlacedEvent, Undertaking } from './events.ts';

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
  const models = events.map((one, index) => ({ ...one, index })).filter(({ event }) => event['event'] === 'model');
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
interface OwnMessage extends Placed {
  readonly event: Event | undefined;
}

/** Inputs repeat earlier messages. Each message is returned as many times as it occurs in one input at most. */
function messagesOf({ calls }: SubAgent, sample: Placed, { keyOf }: Pick<Attachments, 'keyOf'>): readonly OwnMessage[] {
  const emitted = new Map<string, number>();
  const messages: OwnMessage[] = [];
  for (const { event, place } of calls) {
    const sent = new Map<string, number>();
    for (const { value, place: where } of inputOf(event, place, sample)) {
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
function inputOf(event: Event, place: Path, sample: Placed): readonly Placed[] {
  const input = entriesAt({ value: event, place }, 'input');
  if (input.length > 0) return input;
  const all = entriesAt(sample, 'events_data.messages');
  const found: Placed[] = [];
  for (const [start, end] of rangesIn(event)) {
    // Limit the result, because invalid ranges could repeat all messages over and over.
    if (found.length > maxFreeMessages + 10 * all.length) break;
    for (const message of all.slice(Math.max(0, start), Math.max(0, end))) found.push(message);
  }
  return found;
}

const maxFreeMessages = 1000;

/** In a model call of a newer log: ranges of the sample's messages. */
export const rangesIn = (event: Event): readonly (readonly [number, number])[] =>
  elementsAt(event, 'input_refs').flatMap((range): readonly (readonly [number, number])[] => {
    const [start, end] = isList(range) ? [...range] : [];
    return typeof start === 'number' && typeof end === 'number' ? [[start, end]] : [];
  });

/** The message in a model's answer. */
export const answerOf = (event: Event): Value | undefined =>
  fieldAt(findAt(event, 'output.choices.0')?.value, 'message');

/** Returns the task of each agent with its own conversation once: at the call that started it, otherwise at its place in time. */
export interface Tasks {
  /** The task of the agent that a call started. */
  sentBy(call: string | undefined, spot: Spot): Pick<RequestedCall, 'to' | 'task'>;
  /** Tasks that no call started and that began before the event. */
  before(event: number, spot: Spot): readonly DelegatedTask[];
  /** The remaining tasks, whose calls are in no message. */
  rest(spot: Spot): readonly DelegatedTask[];
}

/** `eventAt` receives the model calls of the agents' messages, by place. */
export function createTasks(
  sample: Placed,
  agents: readonly SubAgent[],
  attachments: Attachments,
  eventAt: Map<string, Event>,
): Tasks {
  const waiting = new Set(agents);
  /** Agents that no call started, in reverse order: the earliest is last. */
  const free = agents.filter(({ call }) => call === undefined).toReversed();
  const byCall = new Map(agents.toReversed().map((agent) => [agent.call, agent]));
  let depth = 0;
  const taskOf = (agent: SubAgent, { nested }: Spot): DelegatedTask => {
    waiting.delete(agent);
    const { name, place } = agent;
    const messages = messagesOf(agent, sample, attachments).map(({ value, place: where, event }) => {
      if (event !== undefined) eventAt.set(formatPath(where), event);
      return { value: attachments.resolved(value), place: where };
    });
    depth++;
    const entries = nested(messages);
    depth--;
    return { id: formatPath(place), agent: name, place, entries };
  };
  return {
    sentBy(call, spot) {
      const agent = call === undefined ? undefined : byCall.get(call);
      return agent === undefined || !waiting.has(agent) ? {} : { to: agent.kind, task: taskOf(agent, spot) };
    },
    before(event, spot) {
      const tasks: DelegatedTask[] = [];
      // Only the sample's own conversation says when an agent worked.
      if (depth > 0) return tasks;
      for (let next = free.at(-1); next !== undefined && next.since < event; next = free.at(-1)) {
        tasks.push(taskOf(next, spot));
        free.pop();
      }
      return tasks;
    },
    // `taskOf` may remove another waiting agent, which one of its calls started.
    rest: (spot) => agents.flatMap((agent) => (waiting.has(agent) ? taskOf(agent, spot) : [])),
  };
}
