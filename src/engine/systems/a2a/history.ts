import { unreachable } from '../../../base/unreachable.ts';
import { HistoryBuilder, type InvocationFacts, type Moment, type SessionFacts } from '../../model/history-builder.ts';
import type { History } from '../../model/history.ts';
import { noTokens, type TokenCounts } from '../../model/tokens.ts';
import type { Session } from '../../model/session.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { filled, type GrowingHistory } from '../system.ts';
import type { Chunk } from './artifact.ts';
import type {
  A2aEvent,
  CapabilityInvoked,
  MessageReceived,
  MessageRecorded,
  StatusSent,
  TaskSubmitted,
} from './event.ts';
import { functionPart, holdsOnlyResults, plannedIn } from './function-part.ts';
import type { A2aHeader } from './header.ts';
import type { Message } from './message.ts';
import { contentPart, historyText, isThought, type Part } from './part.ts';
import { isAccepted, TaskStatuses } from './accepted-events.ts';

/**
 * The columns of a conversation, in one pass over its events. A client's message is an input. An agent's message (progress,
 * a question, its answer) is an `llm` turn, because the protocol shows no model calls. Tools appear only through extensions.
 * Chunks make no turn: they are part of the answer at the end of their turn.
 */
export const historyOf = ({ header, events }: Session<A2aHeader, A2aEvent>): History => filled(growing(header), events);

/** The same, event by event. The tasks of a conversation are its nodes: the first is the root, others are children of the task that they refer to. */
export function growing(header: A2aHeader): GrowingHistory<A2aEvent> {
  const agent: Filling<History['agent']> = {
    name: header.agent?.name,
    namespace: undefined,
    startedAt: header.started_at,
  };
  const builder = new HistoryBuilder({ ...unsaid, agent });
  const streamed = new Streamed();
  const statuses = new TaskStatuses();
  let root: string | undefined;
  let index = 0;
  return {
    history: builder.history,
    add(event) {
      // Events that the server would have refused are skipped.
      if (isAccepted(event, statuses.before(event))) {
        if (event.type === 'task-submitted') {
          // Without a recorded start, the conversation starts with its first task that has a time.
          agent.startedAt ??= event.at;
          if (root === undefined) root = event.task;
          else builder.derived(event.task, parentOf(event, statuses, root), event.task);
        }
        addEvent(builder, event, momentOf(event, index, root), streamed);
      }
      index += 1;
    },
  };
}

type Filling<T> = { -readonly [K in keyof T]: T[K] };

/** Facts that no recording of a conversation has. */
const unsaid: SessionFacts = {
  agent: { name: undefined, namespace: undefined, startedAt: undefined },
  user: { id: undefined, email: undefined },
  model: undefined,
  functions: [],
  nodes: [],
};

/** The first known task that its message refers to; undefined for the root. */
const parentOf = ({ message, task }: TaskSubmitted, statuses: TaskStatuses, root: string): string | undefined =>
  message?.reference_task_ids?.find((id) => id !== root && id !== task && statuses.knows(id));

function momentOf(event: A2aEvent, index: number, root: string | undefined): Moment {
  const node = 'task' in event && event.task !== root ? event.task : undefined;
  return { event: index, at: event.type === 'clock-advanced' ? undefined : event.at, node, tookMs: undefined };
}

function addEvent(builder: HistoryBuilder, event: A2aEvent, moment: Moment, streamed: Streamed): void {
  switch (event.type) {
    case 'task-submitted':
    case 'message-received':
      streamed.forget(event.task);
      if (event.message?.role === 'agent') return speaks(builder, moment, event.message.parts, streamed, event);
      // A Task without its first message has no history, so the number of messages is unknown.
      if (event.type === 'task-submitted' && event.message === undefined) builder.state(['input'], undefined);
      return builder.input(moment, event.message === undefined ? undefined : received(event.message));
    case 'message-recorded':
      if (event.message.role === 'user') {
        streamed.elsewhere();
        return builder.input(moment, received(event.message));
      }
      return speaks(builder, moment, event.message.parts, streamed, event);
    case 'status-sent':
      return event.message === undefined ? undefined : speaks(builder, moment, event.message.parts, streamed, event);
    case 'capability-invoked':
      streamed.elsewhere();
      return builder.capability({ ...moment, tookMs: event.took_ms }, invocationOf(event));
    case 'artifact-emitted':
      return streamed.add(event.task, event.artifact, event.append);
    case 'turn-ended':
    case 'task-closed': {
      const artifact = event.type === 'turn-ended' ? event.artifact : undefined;
      if (artifact !== undefined) streamed.add(event.task, artifact, false);
      const parts = answerOf(event.message?.parts ?? [], streamed.parts(event.task));
      if (!streamed.repeats(event.task, wording(parts))) {
        // Before a worker picks the task up, nothing has been spent.
        const tokens = event.type === 'task-closed' && !streamed.hasBegun(event.task) ? noTokens : tokensOf(event);
        says(builder, moment, parts, `[${event.state}]`, tokens);
      }
      streamed.elsewhere();
      return builder.output(moment.at, { message: parts.filter(isSaid).map(contentPart), state: event.state });
    }
    case 'turn-started':
      streamed.begun(event.task);
      // From here on the agent may call models, which the protocol does not show.
      return builder.unknownTokensSoFar();
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

/** Metadata is persisted and known to the worker, so it is placed beside the message like parameters. */
const received = ({ parts, metadata }: Message): RecordValue => ({
  message: parts.map(contentPart),
  ...(metadata !== undefined && { metadata }),
});

const invocationOf = (event: CapabilityInvoked): InvocationFacts => ({
  function: event.function,
  input: event.args,
  output: outputOnRecord(event),
  outcome: event.outcome,
  taskId: event.agent_task ?? null,
  reason: event.reason,
});

/** As in every system: `{error: text}` for a call that failed, null for one that did not run. */
function outputOnRecord({ outcome, output, reason }: CapabilityInvoked): Value | undefined {
  if (output !== undefined) return output;
  if (outcome === 'restricted') return null;
  return outcome === 'errored' && reason !== undefined ? { error: reason } : undefined;
}

/** Servers write the same text into the last message and into an artifact. */
function answerOf(said: readonly Part[], made: readonly Part[]): readonly Part[] {
  const words = wording(said);
  return words !== '' && words === wording(made)
    ? [...said, ...made.filter((part) => !isText(part))]
    : [...said, ...made];
}

/** Compared without white space, because chunks of a text may be joined differently. */
const wording = (parts: readonly Part[]): string => historyText(parts).replaceAll(/\s+/g, '');

const isText = (part: Part): boolean => 'text' in part;

const isSaid = (part: Part): boolean => functionPart(part) === null && !isThought(part);

/** A message with only results makes no turn; the invocations do. One with only thoughts makes none either. */
function speaks(
  builder: HistoryBuilder,
  moment: Moment,
  parts: readonly Part[],
  streamed: Streamed,
  event: StatusSent | MessageRecorded | MessageReceived | TaskSubmitted,
): void {
  if (holdsOnlyResults(parts) || (parts.length > 0 && parts.every(isThought))) return;
  says(builder, moment, parts, undefined, tokensOf(event));
  streamed.said(event.task, parts);
}

/** An answer without text still needs a label in a table. */
function says(
  builder: HistoryBuilder,
  moment: Moment,
  parts: readonly Part[],
  otherwise: string | undefined,
  tokens: TokenCounts,
): void {
  const planned = plannedIn(parts);
  const spoken = parts.filter((part) => !isThought(part));
  const said = historyText(spoken) || (planned.length > 0 ? undefined : named(spoken));
  builder.model(moment, said, planned, tokens, otherwise);
}

/** The protocol has no token counts; some agents write them into metadata. */
function tokensOf(event: A2aEvent): TokenCounts {
  const { prompt, completion, total } = ('tokens' in event ? event.tokens : undefined) ?? {};
  return { prompt, completion, total };
}

/** Parts without a text, by their files or kinds. */
const named = (parts: readonly Part[]): string =>
  parts.map((part) => part.filename ?? `[${String(contentPart(part)['mimeType'])}]`).join(' ');

/** The artifacts of each task since its latest request, in the order in which they began. */
class Streamed {
  readonly #artifacts = new Map<string, Map<string, Part[]>>();
  readonly #begun = new Set<string>();
  /** The latest message, as long as no other event followed. */
  #last: { readonly task: string; readonly parts: readonly Part[] } | null = null;

  begun(task: string): void {
    this.#begun.add(task);
  }

  hasBegun(task: string): boolean {
    return this.#begun.has(task);
  }

  forget(task: string): void {
    this.#artifacts.delete(task);
    this.#last = null;
  }

  said(task: string, parts: readonly Part[]): void {
    this.#last = { task, parts };
  }

  elsewhere(): void {
    this.#last = null;
  }

  /** Whether an answer repeats the last message, as when an agent sends a text and then makes an artifact of it. */
  repeats(task: string, words: string): boolean {
    return words !== '' && this.#last?.task === task && wording(this.#last.parts) === words;
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
