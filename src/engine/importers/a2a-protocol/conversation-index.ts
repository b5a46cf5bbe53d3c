import type { Path } from '../../model/path.ts';
import { isRecord } from '../../model/value.ts';
import type { RecordValue } from '../../model/value.ts';
import { fieldAt, recordAt, textAt } from '../../systems/a2a/wire/field.ts';
import { readRole } from '../../systems/a2a/wire/spelling.ts';
import type { Conversation, Exchanged } from './exchanges.ts';
import { ownId } from './event-emitter.ts';

/** Facts about a complete conversation that the replayer needs before it emits the first event. */
export interface ConversationIndex {
  /** Whether the history of any snapshot contains the message. */
  isKept(task: string, messageId: string): boolean;
  /** Whether snapshots of the task have a history; if so, a message missing from it is not in the history. */
  keepsHistory(task: string): boolean;
  keepsTransitions(task: string): boolean;
  /** Whether the task has entries other than messages. */
  hasUpdates(task: string): boolean;
  /** Requests whose only answers are errors. */
  readonly refused: ReadonlySet<number>;
  /** Whether the first answer to a request is a snapshot that contains its message. */
  isInSnapshot(request: Exchanged): boolean;
  /** The first user message in a snapshot's history: the start of the task for entries before the snapshot. */
  beginning(task: string): Beginning | undefined;
  /** Whether a later user message goes to the same task; if so, this reply did not end the task. */
  hasFollowUp(reply: Exchanged): boolean;
  /** The context id of the task from any entry, because a client’s first message does not have it yet. */
  contextOf(task: string): string | undefined;
  /** Whether a request has an answer of any kind. */
  isAnswered(exchange: number): boolean;
}

export interface Beginning {
  readonly value: RecordValue;
  readonly place: Path;
}

export function indexOfConversation(conversation: Conversation): ConversationIndex {
  const kept = new Set<string>();
  const histories = new Set<string>();
  const transitions = new Set<string>();
  const updated = new Set<string>();
  const errors = new Set<number>();
  const answers = new Set<number>();
  const inSnapshots = new Set<string>();
  const leads = new Set<number>();
  const beginnings = new Map<string, Beginning>();
  const lastRequest = new Map<string, number>();
  const contexts = new Map<string, string>();
  for (const { entry, exchange, task = '' } of conversation) {
    if (entry.context !== undefined && !contexts.has(task)) contexts.set(task, entry.context);
    if (entry.kind === 'asked' && task !== '') lastRequest.set(task, exchange);
    if (entry.kind === 'failed') errors.add(exchange);
    else if (entry.kind !== 'asked' && entry.kind !== 'requested') {
      if (entry.kind === 'task' && !answers.has(exchange)) leads.add(exchange);
      answers.add(exchange);
    }
    if (entry.kind === 'task' || entry.kind === 'status' || entry.kind === 'artifact') updated.add(task);
    if (entry.kind !== 'task') continue;
    if (isFull(fieldAt(recordAt(entry.value, 'metadata'), 'stateTransitions'))) transitions.add(task);
    const history = fieldAt(entry.value, 'history');
    if (!isFull(history)) continue;
    histories.add(task);
    const [first] = history;
    if (isRecord(first) && readRole(fieldAt(first, 'role')) === 'user' && !beginnings.has(task)) {
      beginnings.set(task, { value: first, place: [...entry.place, 'history', 0] });
    }
    for (const message of history ?? []) {
      const id = isRecord(message) ? ownId(message) : undefined;
      if (id === undefined) continue;
      kept.add(`${task}\n${id}`);
      inSnapshots.add(`${exchange}\n${id}`);
    }
  }
  return {
    isKept: (task, id) => kept.has(`${task}\n${id}`),
    keepsHistory: (task) => histories.has(task),
    keepsTransitions: (task) => transitions.has(task),
    beginning: (task) => beginnings.get(task),
    hasUpdates: (task) => updated.has(task),
    refused: new Set([...errors].filter((exchange) => !answers.has(exchange))),
    isInSnapshot: ({ entry, exchange }) => {
      const id = ownId(entry.value) ?? textAt(entry.params, 'messageId');
      return id !== undefined && leads.has(exchange) && inSnapshots.has(`${exchange}\n${id}`);
    },
    hasFollowUp: ({ task = '', exchange }) => (lastRequest.get(task) ?? -1) > exchange,
    contextOf: (task) => contexts.get(task),
    isAnswered: (exchange) => answers.has(exchange) || errors.has(exchange),
  };
}

const isFull = (list: unknown): list is Iterable<unknown> & { readonly length: number } =>
  Array.isArray(list) && list.length > 0;
