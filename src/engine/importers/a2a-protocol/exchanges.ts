import { textAt, textsAt } from '../../systems/a2a/wire/field.ts';
import type { Entry } from './entries.ts';
import { methods } from './format.ts';

/** An entry in its exchange: which request it answers, and which task it is about. */
export interface Exchanged {
  readonly entry: Entry;
  /** Counted in all entries; the request that this answers, or the entry itself. */
  readonly exchange: number;
  readonly isAnswer: boolean;
  /** The task's id: as the entry says, as its exchange says, or undefined where nobody does. */
  readonly task: string | undefined;
}

/** The entries of one conversation, in order. */
export type Conversation = readonly Exchanged[];

/** Groups entries that share a task, a conversation or an exchange; what says nothing goes with what came before it. */
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

/** Questions about what the server knows are no conversation: they go with the first one. */
function withoutBareRequests(conversations: readonly Conversation[]): readonly Conversation[] {
  const isBare = (conversation: Conversation) => conversation.every(({ entry }) => entry.kind === 'requested');
  const bare = conversations.filter(isBare).flat();
  const [first, ...others] = conversations.filter((conversation) => !isBare(conversation));
  if (bare.length === 0 || first === undefined) return conversations;
  return [[...bare, ...first], ...others];
}

const isRequest = ({ kind }: Entry): boolean => kind === 'asked' || kind === 'requested';

/** Its answer lists tasks of many conversations: they do not belong together because of that. */
const asksForMany = ({ method = '' }: Entry): boolean => methods.get(method) === 'list';

function exchanges(entries: readonly Entry[]): readonly Exchanged[] {
  const requestOf = answered(entries);
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

/** For each entry the request that it answers: by JSON-RPC's id the latest that has it, without ids the latest. */
function answered(entries: readonly Entry[]): readonly number[] {
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

/** The same message under the same id of JSON-RPC: the client has sent it once more. */
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

/** Keys that belong together, by union and find. */
class Groups {
  readonly #parents = new Map<string, string>();

  of(key: string): string {
    let top = key;
    for (let next = this.#parents.get(top); next !== undefined; next = this.#parents.get(top)) top = next;
    // The way is shortened, so that long chains are walked once.
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
