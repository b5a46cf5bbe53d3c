import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { fieldsOf, idOf, type PlacedMessage } from './messages.ts';
import type { Moment } from './moments.ts';

interface Piece {
  readonly fields: RecordValue;
  readonly place: Path;
}

/** Joins the streamed pieces of one message, identified by its id, at the place of the first piece. */
export function withoutChunks(moments: readonly Moment[]): readonly Moment[] {
  const pieces = new Map<string, Piece[]>();
  for (const { isStreamed, messages } of moments) {
    for (const message of isStreamed ? messages : []) {
      const fields = fieldsOf(message);
      const id = idOf(message);
      if (fields === undefined || id === undefined) continue;
      const known = pieces.get(id);
      const piece = { fields, place: message.place };
      if (known === undefined) pieces.set(id, [piece]);
      else known.push(piece);
    }
  }
  const emitted = new Set<string>();
  return moments.flatMap((moment) => {
    const [message] = moment.isStreamed ? moment.messages : [];
    const id = message && idOf(message);
    if (message === undefined || id === undefined) return [moment];
    if (emitted.has(id)) return [];
    emitted.add(id);
    const own = pieces.get(id) ?? [];
    const value = joined(
      message.value,
      own.map(({ fields }) => fields),
    );
    const isJoined = value !== message.value;
    const places = own.slice(1).map(({ place }) => place);
    return [{ ...moment, messages: [{ ...message, value, isJoined, pieces: places }] }];
  });
}

function joined(first: Value, pieces: readonly RecordValue[]): Value {
  if (!isRecord(first) || pieces.length < 2) return first;
  const fields: RecordValue = {
    ...pieces[0],
    content: pieces.map(({ content }) => textIn(content)).join(''),
    tool_calls: callsIn(pieces),
    additional_kwargs: {},
    ...lastOf(pieces, 'usage_metadata'),
    ...lastOf(pieces, 'status'),
  };
  return isRecord(first['kwargs'] ?? null) ? { ...first, kwargs: fields } : rebuilt(first, fields);
}

/** A printed message is recognised by its class, which a new record does not have. */
const rebuilt = (first: RecordValue, fields: RecordValue): RecordValue =>
  first['type'] === undefined ? { ...fields, type: 'tool_call_id' in fields ? 'tool' : 'ai' } : { ...first, ...fields };

function textIn(content: Value | undefined): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const parts = content as readonly Value[]; // narrowed to any[]
  return parts.map((part) => (isRecord(part) && typeof part['text'] === 'string' ? part['text'] : '')).join('');
}

/** Joins pieces of calls by their index: the first piece has the name, and all pieces together have the arguments. */
function callsIn(pieces: readonly RecordValue[]): readonly Value[] {
  const calls = new Map<string, { id: Value; name: Value; args: string }>();
  for (const { tool_call_chunks: chunks } of pieces) {
    if (!Array.isArray(chunks)) continue;
    for (const chunk of chunks as readonly Value[]) {
      // narrowed to any[]
      if (!isRecord(chunk)) continue;
      const index = typeof chunk['index'] === 'number' ? String(chunk['index']) : '';
      const call = calls.get(index) ?? { id: null, name: null, args: '' };
      calls.set(index, call);
      call.id ??= chunk['id'] ?? null;
      call.name ??= chunk['name'] ?? null;
      if (typeof chunk['args'] === 'string') call.args += chunk['args'];
    }
  }
  if (calls.size > 0) return [...calls.values()];
  const [whole] = pieces.map(({ tool_calls }) => tool_calls).filter((list) => Array.isArray(list) && list.length > 0);
  return Array.isArray(whole) ? (whole as readonly Value[]) : []; // narrowed to any[]
}

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
