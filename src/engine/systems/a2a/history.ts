import { unreachable } from '../../../base/unreachable.ts';
import { HistoryBuilder, type Moment, type SessionFacts } from '../../model/history-builder.ts';
import type { History } from '../../model/history.ts';
import type { Session } from '../../model/session.ts';
import type { RecordValue } from '../../model/value.ts';
import { apply } from './apply.ts';
import type { Chunk } from './artifact.ts';
import type { A2aEvent } from './event.ts';
import type { A2aHeader } from './header.ts';
import type { Message } from './message.ts';
import { contentPart, historyText, type Part } from './part.ts';
import { stateOfHeader } from './state.ts';

/**
 * The columns of a conversation. What a client sends is an input; what an agent says — progress, a question, its
 * answer — is an `llm` turn, for the protocol shows no model calls and no tools. Chunks make no turn: they are part
 * of the answer that ends theirs.
 */
export function historyOf({ header, events }: Session<A2aHeader, A2aEvent>): History {
  const builder = new HistoryBuilder(factsOf(header, events));
  const root = rootTask(events);
  let state = stateOfHeader(header);
  const streamed = new Streamed();
  for (const [index, event] of events.entries()) {
    const next = apply(state, event);
    // What the server would have refused did not happen.
    if (next !== state) addEvent(builder, event, momentOf(event, index, root), streamed);
    state = next;
  }
  return builder.history;
}

/** Tasks of one conversation are its nodes: the first is the root, others hang from what they refer to. */
function factsOf({ agent, started_at }: A2aHeader, events: readonly A2aEvent[]): SessionFacts {
  const root = rootTask(events);
  const known = new Set<string>();
  const nodes: { id: string; parent: string | undefined; title: string }[] = [];
  let startedAt = started_at;
  for (const event of events) {
    if (event.type !== 'task-submitted') continue;
    startedAt ??= event.at;
    if (event.task === root || known.has(event.task)) continue;
    const parent = event.message?.reference_task_ids?.find((id) => known.has(id));
    nodes.push({ id: event.task, parent, title: event.task });
    known.add(event.task);
  }
  return {
    agent: { name: agent?.name, namespace: undefined, startedAt },
    user: { id: undefined, email: undefined },
    model: undefined,
    functions: [],
    nodes,
  };
}

const rootTask = (events: readonly A2aEvent[]): string | undefined => {
  const first = events.find(({ type }) => type === 'task-submitted');
  return first?.type === 'task-submitted' ? first.task : undefined;
};

function momentOf(event: A2aEvent, index: number, root: string | undefined): Moment {
  const node = 'task' in event && event.task !== root ? event.task : undefined;
  return { event: index, at: event.type === 'clock-advanced' ? undefined : event.at, node, tookMs: undefined };
}

const noTokens = { prompt: undefined, completion: undefined, total: undefined };

function addEvent(builder: HistoryBuilder, event: A2aEvent, moment: Moment, streamed: Streamed): void {
  switch (event.type) {
    case 'task-submitted':
    case 'message-received':
      streamed.forget(event.task);
      if (event.message?.role === 'agent') return says(builder, moment, event.message.parts);
      return builder.input(moment, event.message === undefined ? undefined : received(event.message));
    case 'message-recorded':
      if (event.message.role === 'user') return builder.input(moment, received(event.message));
      return says(builder, moment, event.message.parts);
    case 'status-sent':
      return event.message === undefined ? undefined : says(builder, moment, event.message.parts);
    case 'artifact-emitted':
      return streamed.add(event.task, event.artifact, event.append);
    case 'turn-ended':
    case 'task-closed': {
      const artifact = event.type === 'turn-ended' ? event.artifact : undefined;
      if (artifact !== undefined) streamed.add(event.task, artifact, false);
      const parts = [...(event.message?.parts ?? []), ...streamed.parts(event.task)];
      says(builder, moment, parts);
      return builder.output(moment.at, { message: parts.map(contentPart), state: event.state });
    }
    case 'turn-started':
    case 'artifacts-written':
    case 'metadata-merged':
    case 'cancel-requested':
    case 'context-saved':
    case 'clock-advanced':
      return;
    default:
      return unreachable(event);
  }
}

/** Metadata is persisted and known to the worker: beside the message, as parameters are. */
const received = ({ parts, metadata }: Message): RecordValue => ({
  message: parts.map(contentPart),
  ...(metadata !== undefined && { metadata }),
});

function says(builder: HistoryBuilder, moment: Moment, parts: readonly Part[]): void {
  builder.model(moment, historyText(parts) || named(parts), [], noTokens);
}

/** An answer without any text is still something to read in a grid. */
const named = (parts: readonly Part[]): string =>
  parts.map((part) => part.filename ?? `[${String(contentPart(part)['mimeType'])}]`).join(' ');

/** What each task has made since it was last asked something: by artifact, in the order in which they began. */
class Streamed {
  readonly #artifacts = new Map<string, Map<string, Part[]>>();

  forget(task: string): void {
    this.#artifacts.delete(task);
  }

  add(task: string, { artifact_id, parts }: Chunk, append: boolean): void {
    const made = this.#artifacts.get(task) ?? new Map<string, Part[]>();
    this.#artifacts.set(task, made);
    const known = made.get(artifact_id);
    if (known === undefined || !append) made.set(artifact_id, [...parts]);
    else for (const part of parts) known.push(part);
  }

  parts(task: string): readonly Part[] {
    return [...(this.#artifacts.get(task)?.values() ?? [])].flat();
  }
}
