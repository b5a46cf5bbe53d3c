import { textAt, textsAt } from '../../systems/a2a/wire/field.ts';
import type { Entry } from './entries.ts';
import { methods } from './format.ts';

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
