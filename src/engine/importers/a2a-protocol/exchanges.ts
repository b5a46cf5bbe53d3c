import { fieldAt, recordAt, textAt, textsAt } from '../../systems/a2a/wire/field.ts';
import type { Entry } from './entries.ts';
import { methods } from './format.ts';
import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue } from '../../model/value.ts';
import { readRole } from '../../systems/a2a/wire/spelling.ts';
import { ownId } from './event-emitter.ts';

/** An entry with the request that it answers and the task that it belongs to. */
export interface Exchanged {
  readonly entry: Entry;
  /** Index, among all entries, of the request that this entry answers; its own index if it answers none. */
  readonly exchange: number;
  readonly isAnswer: boolean;
  /** The task id from the entry or else from its exchange; undefined if neither has one. */
  readonly task: string | undefined;
}

/** The entries of one conversation, in order. */
export type Conversation = readonly Exchanged[];

/** Groups entries that share a task, a context or an exchange. An entry without any of them joins the entry before it. */
export function conversationsIn(entries: readonly Entry[]): readonly Conversation[] {
  const exchanged = exchanges(entries);
  const groups = new Groups();
  exchanged.forEach((one, index) => {
    const { entry, exchange, task } = one;
    const own = `entry ${index}`;
    const keys = [
      ...(exchange === index ? [] : [`entry ${exchange}`]),
      ...(task === undefined ? [] : [`task ${task}`]),
      ...(entry.context === undefined ? [] : [`context ${entry.context}`]),
      ...textsAt(entry.value, 'referenceTaskIds').map((id) => `task ${id}`),
    ];
    for (const key of keys) groups.join(own, key);
    const isAnswered = exchanged[index + 1]?.exchange === index;
    if (keys.length === 0 && !isAnswered && index > 0) groups.join(own, `entry ${index - 1}`);
  });
  const conversations = new Map<string, Exchanged[]>();
  exchanged.forEach((one, index) => {
    const group = groups.of(`entry ${index}`);
    const conversation = conversations.get(group);
    if (conversation === undefined) conversations.set(group, [one]);
    else conversation.push(one);
  });
  return withoutBareRequests([...conversations.values()]);
}

/** Requests for the server's data are not a conversation; they join the first conversation. */
function withoutBareRequests(conversations: readonly Conversation[]): readonly Conversation[] {
  const isBare = (conversation: Conversation) => conversation.every(({ entry }) => entry.kind === 'requested');
  const bare = conversations.filter(isBare).flat();
  const [first, ...others] = conversations.filter((conversation) => !isBare(conversation));
  if (bare.length === 0 || first === undefined) return conversations;
  return [[...bare, ...first], ...others];
}

const isRequest = ({ kind }: Entry): boolean => kind === 'asked' || kind === 'requested';

/** A list request returns tasks of many conversations, so it must not join them. */
const asksForMany = ({ method = '' }: Entry): boolean => methods.get(method) === 'list';

function exchanges(entries: readonly Entry[]): readonly Exchanged[] {
  const requestOf = requestIndexes(entries);
  const taskOf = new Map<number, string>();
  entries.forEach(({ task, kind }, index) => {
    const exchange = requestOf[index] ?? index;
    if (task !== undefined && kind !== 'failed' && !taskOf.has(exchange)) taskOf.set(exchange, task);
  });
  return entries.map((entry, index) => {
    const exchange = requestOf[index] ?? index;
    return { entry, exchange, isAnswer: exchange !== index, task: entry.task ?? taskOf.get(exchange) };
  });
}

/** For each entry, the index of the request that it answers: the latest with the same JSON-RPC id, or the latest without an id. */
function requestIndexes(entries: readonly Entry[]): readonly number[] {
  const latest = new Map<string | undefined, number>();
  return entries.map((entry, index) => {
    if (isRequest(entry)) {
      const before = latest.get(entry.rpc);
      if (before !== undefined && isRetry(entry, entries[before])) return before;
      if (asksForMany(entry)) latest.delete(entry.rpc);
      else latest.set(entry.rpc, index);
      return index;
    }
    return latest.get(entry.rpc) ?? index;
  });
}

/** The same message with the same JSON-RPC id: the client sent it again. */
function isRetry({ kind, value, rpc }: Entry, before: Entry | undefined): boolean {
  const id = textAt(value, 'messageId');
  return (
    kind === 'asked' &&
    rpc !== undefined &&
    id !== undefined &&
    before !== undefined &&
    textAt(before.value, 'messageId') === id
  );
}

/** Groups of keys, as a union-find structure. */
class Groups {
  readonly #parents = new Map<string, string>();

  of(key: string): string {
    let top = key;
    for (let next = this.#parents.get(top); next !== undefined; next = this.#parents.get(top)) top = next;
    // Compress the path, so that long chains are walked only once.
    for (let at = key; at !== top;) {
      const next = this.#parents.get(at) ?? top;
      this.#parents.set(at, top);
      at = next;
    }
    return top;
  }

  join(key: string, other: string): void {
    const [a, b] = [this.of(key), this.of(other)];
    if (a !== b) this.#parents.set(a, b);
  }
}

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
