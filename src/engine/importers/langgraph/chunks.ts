import { elementsOf, groupedBy } from '../../importing/values/elements.ts';
import { elementsAt, recordAt, textAt } from '../../importing/values/where.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { fieldsOf, idOf, type PlacedMessage } from './messages.ts';
import type { Moment } from './moments.ts';

/** Joins the streamed pieces of one message, identified by its id, at the place of the first piece. */
export function withoutChunks(moments: readonly Moment[]): readonly Moment[] {
  const streamed = moments.flatMap(({ isStreamed, messages }) => (isStreamed ? messages : []));
  const pieces = groupedBy(streamed, idOf);
  const emitted = new Set<string>();
  return moments.flatMap((moment) => {
    const [message] = moment.isStreamed ? moment.messages : [];
    const id = message && idOf(message);
    if (message === undefined || id === undefined) return [moment];
    if (emitted.has(id)) return [];
    emitted.add(id);
    const own = pieces.get(id) ?? [];
    if (own.length === 1 && isEnd(fieldsOf(message))) return [];
    const value = joined(
      message.value,
      own.map(fieldsOf).filter((fields) => fields !== undefined),
    );
    const isJoined = value !== message.value;
    return [{ ...moment, messages: [{ ...message, value, isJoined, pieces: own.slice(1).map(({ place }) => place) }] }];
  });
}

/** LangChain marks the end of an answer with an empty chunk; its id is that of the run, where the others have the provider's. */
const isEnd = (fields: RecordValue | undefined): boolean =>
  fields?.['chunk_position'] === 'last' && textIn(fields['content'] ?? null) === '' && fields['usage_metadata'] == null;

function joined(first: Value, pieces: readonly RecordValue[]): Value {
  if (!isRecord(first) || pieces.length < 2) return first;
  const fields: RecordValue = {
    ...pieces[0],
    content: pieces.map(({ content = null }) => textIn(content)).join(''),
    tool_calls: callsIn(pieces),
    additional_kwargs: {},
    response_metadata: Object.assign({}, ...pieces.map((piece) => recordAt(piece, 'response_metadata'))) as RecordValue,
    ...lastOf(pieces, 'usage_metadata'),
    ...lastOf(pieces, 'status'),
  };
  if (isRecord(first['kwargs'] ?? null)) return { ...first, kwargs: fields };
  // A printed message is recognised by its class, which a new record does not have.
  return first['type'] === undefined
    ? { ...fields, type: 'tool_call_id' in fields ? 'tool' : 'ai' }
    : { ...first, ...fields };
}

const textIn = (content: Value): string =>
  typeof content === 'string'
    ? content
    : elementsOf(content)
        .flatMap((part) => textAt(part, 'text') ?? [])
        .join('');

/** Joins pieces of calls by their index: the first piece has the name, and all pieces together have the arguments. */
function callsIn(pieces: readonly RecordValue[]): readonly Value[] {
  const chunks = pieces.flatMap((piece) => elementsAt(piece, 'tool_call_chunks')).filter(isRecord);
  const calls = groupedBy(chunks, ({ index }) => (typeof index === 'number' ? index : undefined));
  if (calls.size === 0)
    return pieces.map((piece) => elementsAt(piece, 'tool_calls')).find(({ length }) => length > 0) ?? [];
  return [...calls.values()].map((own) => ({
    id: null,
    name: null,
    ...firstOf(own, 'id'),
    ...firstOf(own, 'name'),
    args: own.map((chunk) => textAt(chunk, 'args') ?? '').join(''),
  }));
}

const firstOf = (pieces: readonly RecordValue[], key: string) => lastOf(pieces.toReversed(), key);

function lastOf(pieces: readonly RecordValue[], key: string): RecordValue {
  const value = pieces.map((piece) => piece[key]).findLast((one) => one !== undefined && one !== null);
  return value === undefined ? {} : { [key]: value };
}

/** Removes the writer: the node that repeats the messages did not write them. */
const withoutWriter = ({ writtenBy: _emitter, ...message }: PlacedMessage): PlacedMessage => message;

/**
 * An update of a graph may contain the whole conversation of a subgraph whose own messages were already recorded. Messages
 * before these, such as the user's question, happened earlier, though they first appear here. The recording does not give their
 * time.
 */
export function withEarlierFirst(moments: readonly Moment[]): readonly Moment[] {
  const firstSeen = new Map<string, number>();
  const before = new Map<number, Moment[]>();
  moments.forEach((moment, index) => {
    let unseen: PlacedMessage[] = [];
    for (const message of moment.messages) {
      const id = idOf(message);
      const seen = id === undefined ? undefined : firstSeen.get(id);
      if (id !== undefined && seen === undefined) unseen.push(message);
      if (seen === undefined || seen === index) continue;
      if (unseen.length > 0) {
        const earlier = { ...moment, messages: unseen.map(withoutWriter), channels: {}, isWhole: false, at: undefined };
        before.set(seen, [...(before.get(seen) ?? []), earlier]);
      }
      unseen = [];
    }
    for (const message of moment.messages) {
      const id = idOf(message);
      if (id !== undefined && !firstSeen.has(id)) firstSeen.set(id, index);
    }
  });
  return before.size === 0 ? moments : moments.flatMap((moment, index) => [...(before.get(index) ?? []), moment]);
}
