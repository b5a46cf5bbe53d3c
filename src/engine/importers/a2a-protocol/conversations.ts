import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue } from '../../model/value.ts';
import { groupedBy, type Placed } from '../../importing/values/elements.ts';
import { elementsAt, entriesAt, placedAt } from '../../importing/values/where.ts';
import type { Message } from '../../systems/a2a/message.ts';
import { historyText } from '../../systems/a2a/part.ts';
import { fieldAt, recordAt, textAt, textsAt } from '../../systems/a2a/wire/field.ts';
import { readWireMessage } from '../../systems/a2a/wire/read-content.ts';
import { statusMessageKey } from '../../systems/a2a/wire/read-task.ts';
import { readRole } from '../../systems/a2a/wire/spelling.ts';
import type { Entry } from './entries.ts';
import { methods } from './format.ts';

/** An entry with the request that it answers. Its task is the one that it names, or else the one of its exchange. */
export interface Exchanged extends Entry {
  /** Index, among all entries, of the request that this entry answers; its own index if it answers none. */
  readonly exchange: number;
  readonly isAnswer: boolean;
}

/** The entries of one conversation, in order. */
export type Conversation = readonly Exchanged[];

/** Groups entries that share a task, a context or an exchange. An entry without any of them joins the entry before it. */
export function conversationsIn(entries: readonly Entry[]): readonly Conversation[] {
  const exchanged = exchangesOf(entries);
  const groups = new Groups();
  exchanged.forEach(({ exchange, task, context, value }, index) => {
    const own = `entry ${index}`;
    const keys = [
      ...(exchange === index ? [] : [`entry ${exchange}`]),
      ...(task === undefined ? [] : [`task ${task}`]),
      ...(context === undefined ? [] : [`context ${context}`]),
      ...textsAt(value, 'referenceTaskIds').map((id) => `task ${id}`),
    ];
    for (const key of keys) groups.join(own, key);
    const isAnswered = exchanged[index + 1]?.exchange === index;
    if (keys.length === 0 && !isAnswered && index > 0) groups.join(own, `entry ${index - 1}`);
  });
  const indexed = exchanged.map((entry, index) => ({ entry, group: groups.of(`entry ${index}`) }));
  const conversations = [...groupedBy(indexed, ({ group }) => group).values()];
  return withoutBareRequests(conversations.map((conversation) => conversation.map(({ entry }) => entry)));
}

/** Requests for the server's data are not a conversation; they join the first conversation. */
function withoutBareRequests(conversations: readonly Conversation[]): readonly Conversation[] {
  const isBare = (conversation: Conversation) => conversation.every(({ kind }) => kind === 'requested');
  const [first, ...others] = conversations.filter((conversation) => !isBare(conversation));
  return first === undefined ? conversations : [[...conversations.filter(isBare).flat(), ...first], ...others];
}

function exchangesOf(entries: readonly Entry[]): readonly Exchanged[] {
  const requests = requestIndexes(entries);
  const tasks = new Map<number, string>();
  entries.forEach(({ task, kind }, index) => {
    const exchange = requests[index] ?? index;
    if (task !== undefined && kind !== 'failed' && !tasks.has(exchange)) tasks.set(exchange, task);
  });
  return entries.map((entry, index) => {
    const exchange = requests[index] ?? index;
    return { ...entry, exchange, isAnswer: exchange !== index, task: entry.task ?? tasks.get(exchange) };
  });
}

/** For each entry, the index of the request that it answers: the latest with the same JSON-RPC id, or the latest without an id. */
function requestIndexes(entries: readonly Entry[]): readonly number[] {
  const latest = new Map<string | undefined, number>();
  return entries.map((entry, index) => {
    const { kind, rpc, method = '' } = entry;
    const before = latest.get(rpc);
    if (kind !== 'asked' && kind !== 'requested') return before ?? index;
    if (before !== undefined && isRetry(entry, entries[before])) return before;
    // A list request returns tasks of many conversations, so it must not join them.
    if (methods.get(method) === 'list') latest.delete(rpc);
    else latest.set(rpc, index);
    return index;
  });
}

/** The same message with the same JSON-RPC id: the client sent it again. */
const isRetry = ({ kind, value, rpc }: Entry, before: Entry | undefined): boolean =>
  kind === 'asked' && rpc !== undefined && ownId(value) !== undefined && ownId(before?.value ?? {}) === ownId(value);

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

/** The id that the sender gave to a message, if any. */
export const ownId = (record: RecordValue): string | undefined => textAt(record, 'messageId');

/** Facts about all entries of a task. */
class TaskFacts {
  /** From any entry, because a client’s first message does not have it yet. */
  context: string | undefined;
  /** Ids of the messages in the histories of snapshots; undefined without any history. */
  kept: Set<string> | undefined;
  /** The first user message in a snapshot's history: the start of the task for entries before the snapshot. */
  beginning: Placed | undefined;
  keepsTransitions = false;
  /** Whether the task has entries other than messages. */
  hasUpdates = false;
  /** The exchange of the latest user message: a reply before it did not end the task. */
  lastRequest = -1;
}

/** Facts about all answers to a request. */
class ExchangeFacts {
  errors = 0;
  answers = 0;
  /** Ids of the messages in its snapshots; undefined if the first answer is not a snapshot. */
  inSnapshot: Set<string> | undefined;
}

/** The facts about a complete conversation that its replay needs before it emits the first event. */
export class Overview {
  readonly #tasks = new Map<string, TaskFacts>();
  readonly #exchanges = new Map<number, ExchangeFacts>();
  /** The longest version of each message, by its id. */
  readonly #fullest = new Map<string, PlacedMessage>();

  /** `noteFuller` is called for each repetition of a message that has more text than the versions before. */
  constructor(conversation: Conversation, noteFuller: (place: Path) => void) {
    for (const entry of conversation) {
      this.#add(entry);
      for (const said of messagesIn(entry)) {
        const known = this.#fullest.get(said.message.message_id);
        const isGrown = known !== undefined && isFuller(said.message, known.message);
        if (isGrown) noteFuller(said.place);
        if (isGrown || known === undefined) this.#fullest.set(said.message.message_id, said);
      }
    }
  }

  task(id: string): TaskFacts {
    const facts = this.#tasks.get(id) ?? new TaskFacts();
    this.#tasks.set(id, facts);
    return facts;
  }

  exchange(index: number): ExchangeFacts {
    const facts = this.#exchanges.get(index) ?? new ExchangeFacts();
    this.#exchanges.set(index, facts);
    return facts;
  }

  /**
   * Some agents send a growing message several times under the same id, each time with all of its text so far: the longest
   * version, if it is longer than this one.
   */
  fuller(message: Message): PlacedMessage | undefined {
    const fullest = this.#fullest.get(message.message_id);
    return fullest !== undefined && isFuller(fullest.message, message) ? fullest : undefined;
  }

  #add({ kind, value, context, task, exchange, place }: Exchanged): void {
    const [ofTask, ofExchange] = [this.task(task ?? ''), this.exchange(exchange)];
    ofTask.context ??= context;
    if (kind === 'asked' && task !== undefined) ofTask.lastRequest = exchange;
    if (kind === 'failed') ofExchange.errors++;
    if (kind === 'asked' || kind === 'requested' || kind === 'failed') return;
    if (kind === 'task' && ofExchange.answers === 0) ofExchange.inSnapshot = new Set();
    ofExchange.answers++;
    if (kind === 'message') return;
    ofTask.hasUpdates = true;
    if (kind !== 'task') return;
    const history = entriesAt({ value, place }, 'history');
    ofTask.keepsTransitions ||= elementsAt(value, 'metadata.stateTransitions').length > 0;
    const [first] = history;
    if (first === undefined) return;
    if (isRecord(first.value) && readRole(fieldAt(first.value, 'role')) === 'user') ofTask.beginning ??= first;
    ofTask.kept ??= new Set();
    for (const message of history) {
      const id = isRecord(message.value) ? ownId(message.value) : undefined;
      if (id === undefined) continue;
      ofTask.kept.add(id);
      ofExchange.inSnapshot?.add(id);
    }
  }
}

interface PlacedMessage {
  readonly message: Message;
  readonly place: Path;
}

/** The messages of an entry that have an id. */
function messagesIn({ kind, value, place }: Exchanged): readonly PlacedMessage[] {
  const key = statusMessageKey(recordAt(value, 'status'));
  const held = [placedAt({ value, place }, `status.${key}`), ...entriesAt({ value, place }, 'history')];
  return (kind === 'asked' || kind === 'message' ? [{ value, place }] : held).flatMap((said) => {
    const message = readWireMessage(said.value, '', { id: '', role: 'agent' }, () => undefined);
    return message === null || message.message_id === '' ? [] : [{ message, place: said.place }];
  });
}

const isFuller = (one: Message, other: Message): boolean => {
  const [long, short] = [historyText(one.parts), historyText(other.parts)];
  return one.role === other.role && short !== '' && long.length > short.length && long.startsWith(short);
};
