import { formatPath, type Path } from '../../model/path.ts';
import { messageIn } from '../../importing/transcript/message-list.ts';
import { createCallMatcher } from '../../importing/transcript/call-matcher.ts';
import type { DelegatedTask } from '../../importing/transcript/transcript.ts';
import { Message, type Sample } from './format.ts';
import { readMessage, type Reading } from './read-message.ts';
import { messagesOf, type SubAgent } from './sub-agents.ts';

/** Returns the task of each agent with its own conversation once: at the call that started it, otherwise at its place in time. */
export interface Tasks extends Pick<Reading, 'sentBy'> {
  /** Tasks that no call started and that began before the event. */
  before(event: number): readonly DelegatedTask[];
  /** The remaining tasks, whose calls are in no message. */
  rest(): readonly DelegatedTask[];
}

export function createTasks(
  agents: readonly SubAgent[],
  sample: Sample,
  samplePlace: Path,
  reading: Pick<Reading, 'facts' | 'attachments' | 'report'>,
): Tasks {
  const waiting = new Set(agents);
  /** Agents that no call started, in reverse order: the earliest is last. */
  const free = agents.filter(({ call }) => call === undefined).toReversed();
  const byCall = new Map(agents.toReversed().map((agent) => [agent.call, agent]));
  const taskOf = (agent: SubAgent): DelegatedTask => {
    waiting.delete(agent);
    const { name, place } = agent;
    const matcher = createCallMatcher(reading.report);
    for (const { value, place: where, event } of messagesOf(agent, sample, samplePlace, reading.attachments)) {
      const message = messageIn(Message, reading.attachments.resolved(value), where, 'messages', reading.report);
      if (message !== undefined) readMessage(message, where, event, { ...reading, matcher, sentBy });
    }
    return { id: formatPath(place), agent: name, place, entries: matcher.entries() };
  };
  const sentBy: Reading['sentBy'] = (call) => {
    const agent = call === undefined ? undefined : byCall.get(call);
    return agent === undefined || !waiting.has(agent) ? {} : { to: agent.kind, task: taskOf(agent) };
  };
  return {
    sentBy,
    before(event) {
      const tasks: DelegatedTask[] = [];
      for (let next = free.at(-1); next !== undefined && next.since < event; next = free.at(-1)) {
        tasks.push(taskOf(next));
        free.pop();
      }
      return tasks;
    },
    // `taskOf` may remove another waiting agent, which one of its calls started.
    rest: () => agents.flatMap((agent) => (waiting.has(agent) ? taskOf(agent) : [])),
  };
}
