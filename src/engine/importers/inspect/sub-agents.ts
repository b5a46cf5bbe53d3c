import { formatPath, type Path } from '../../model/path.ts';
import { elementsOf, type Placed } from '../../importing/values/elements.ts';
import { elementsAt, entriesAt, fieldAt } from '../../importing/values/where.ts';
import type { Spot } from '../../importing/describing/chat-reading.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import type { DelegatedTask } from '../../importing/transcript/transcript.ts';
import type { Attachments } from './attachments.ts';
import type { Event, PlacedEvent, Undertaking } from './events.ts';

/** An agent, or a tool that asks a model, with a conversation of its own: its model calls, at least one. */
export interface SubAgent {
  readonly speaker: Speaker;
  readonly calls: PlacedEvent[];
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
export function unheardIn(events: readonly PlacedEvent[], isHeard: (call: PlacedEvent) => boolean): Unheard {
  const calls = events.filter(({ event }) => event['event'] === 'model');
  const speaking = new Set(calls.filter(isHeard).map(agentOf));
  const agents = new Map<Speaker, SubAgent>();
  const graders: Path[] = [];
  const others: Path[] = [];
  for (const call of calls) {
    if (isHeard(call)) continue;
    const speaker = agentOf(call);
    if (call.within.some(({ kind }) => kind === 'scorer')) graders.push(call.place);
    else if (speaker === undefined || speaking.has(speaker)) others.push(call.place);
    else {
      const agent = agents.get(speaker) ?? { speaker, calls: [] };
      agents.set(speaker, agent);
      agent.calls.push(call);
    }
  }
  return { agents: [...agents.values()], graders, others };
}

/** The innermost agent or, if a tool calls a model itself, the tool. An agent directly inside a tool gets the tool’s call. */
function agentOf({ within }: PlacedEvent): Speaker | undefined {
  const index = within.findLastIndex(isSpeaker);
  const innermost = within[index];
  if (innermost === undefined || !isSpeaker(innermost)) return undefined;
  const around = within[index - 1];
  if (innermost.kind === 'agent' && around?.kind === 'tool') innermost.call ??= around.call;
  return innermost;
}

type Speaker = Undertaking & { readonly kind: 'agent' | 'tool' };

const isSpeaker = (one: Undertaking): one is Speaker => one.kind === 'agent' || one.kind === 'tool';

/** Inputs repeat earlier messages. Each message is returned as many times as it occurs in one input at most. */
function messagesOf(
  { calls }: SubAgent,
  sample: Placed,
  { keyOf }: Attachments,
  callAt: Map<string, PlacedEvent>,
): readonly Placed[] {
  const emitted = new Map<string, number>();
  const messages: Placed[] = [];
  for (const call of calls) {
    const sent = new Map<string, number>();
    for (const message of inputOf(call, sample)) {
      const key = keyOf(message.value);
      const times = (sent.get(key) ?? 0) + 1;
      sent.set(key, times);
      if (times <= (emitted.get(key) ?? 0)) continue;
      emitted.set(key, times);
      messages.push(message);
    }
    const answer = answerOf(call);
    if (answer === undefined) continue;
    const key = keyOf(answer.value);
    emitted.set(key, Math.max(emitted.get(key) ?? 0, sent.get(key) ?? 0) + 1);
    messages.push(answer);
    callAt.set(formatPath(answer.place), call);
  }
  return messages;
}

/** Newer logs store each message once per sample, and ranges of them with the event. */
function inputOf({ event, place }: PlacedEvent, sample: Placed): readonly Placed[] {
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
    const [start, end] = elementsOf(range);
    return typeof start === 'number' && typeof end === 'number' ? [[start, end]] : [];
  });

/** The message in a model's answer. */
export function answerOf({ event, place }: PlacedEvent): Placed | undefined {
  const value = fieldAt(event, 'output.choices.0.message');
  return value === undefined ? undefined : { value, place: [...place, 'output', 'choices', 0, 'message'] };
}

/** Returns the task of each agent with its own conversation once: at the call that started it, otherwise at its place in time. */
export interface Tasks {
  /** The task of the agent that a call started. */
  sentBy(call: string | undefined, spot: Spot): Pick<RequestedCall, 'to' | 'task'>;
  /** Tasks that no call started and that began before this model call. */
  before(call: PlacedEvent | undefined, spot: Spot): readonly DelegatedTask[];
  /** The remaining tasks, whose calls are in no message. */
  rest(spot: Spot): readonly DelegatedTask[];
}

/** `callAt` receives the model calls of the agents' messages, by place. */
export function createTasks(
  sample: Placed,
  agents: readonly SubAgent[],
  attachments: Attachments,
  callAt: Map<string, PlacedEvent>,
): Tasks {
  const waiting = new Set(agents);
  /** Agents that no call started, in reverse order: the earliest is last. */
  const free = agents.filter(({ speaker }) => speaker.call === undefined).toReversed();
  const byCall = new Map(agents.toReversed().map((agent) => [agent.speaker.call, agent]));
  let depth = 0;
  const taskOf = (agent: SubAgent, { nested }: Spot): DelegatedTask => {
    waiting.delete(agent);
    const { name, place } = agent.speaker;
    const messages = messagesOf(agent, sample, attachments, callAt);
    depth++;
    const entries = nested(messages.map((one) => ({ ...one, value: attachments.resolved(one.value) })));
    depth--;
    return { id: formatPath(place), agent: name, place, entries };
  };
  return {
    sentBy(call, spot) {
      const agent = call === undefined ? undefined : byCall.get(call);
      return agent === undefined || !waiting.has(agent) ? {} : { to: agent.speaker.kind, task: taskOf(agent, spot) };
    },
    before(call, spot) {
      const tasks: DelegatedTask[] = [];
      // Only the sample's own conversation says when an agent worked.
      if (call === undefined || depth > 0) return tasks;
      while ((free.at(-1)?.calls[0]?.index ?? call.index) < call.index)
        for (const agent of free.splice(-1)) tasks.push(taskOf(agent, spot));
      return tasks;
    },
    // `taskOf` may remove another waiting agent, which one of its calls started.
    rest: (spot) => agents.flatMap((agent) => (waiting.has(agent) ? taskOf(agent, spot) : [])),
  };
}
