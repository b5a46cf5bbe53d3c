import type { Path } from '../model/path.ts';
import { isList, isRecord, Unknown, type RecordValue, type Value } from '../model/value.ts';
import { elementsOf } from '../importing/values/elements.ts';
import {
  blockKeys,
  callIdKeys,
  callIdOf,
  callInputKeys,
  callListKeys,
  callNameKeys,
  callResultKeys,
  calledIn,
  contentKeyOf,
  detailKeys,
  messageKeys,
  resultIdOf,
  resultKeys,
  resultNameKeys,
  roleFor,
  speakerOf,
  usageKeys,
} from './chat-words.ts';

/**
 * Rewrites chat messages in the words of Chat Completions: role synonyms and capitals, keys in camelCase, calls without the
 * record `function`, results inside the call.
 */

/** For each part of a rewritten record or list, its place in the original. */
export type Origins = WeakMap<object, ReadonlyMap<string | number, Path>>;

/** Collects the original words for the import report. */
export interface Spellings {
  /** The original word and its meaning. A synonym is an assumption; a capital letter is not. */
  readonly roles: Map<string, string>;
  readonly keys: Map<string, string>;
}

/** A fast check, since long recordings have hundreds of thousands of messages. True: the message needs no rewriting. False: unknown. */
function isPlain(message: RecordValue): boolean {
  const { role, content, tool_calls: calls } = message;
  if (typeof role !== 'string' || roleFor(role) !== role || content === undefined) return false;
  for (const key in message) if (oddKeys.has(key)) return false;
  if (isList(content)) return false;
  return calls === undefined || (isList(calls) && elementsOf(calls).every(isPlainCall));
}

/** Keys that rewriting may rename or whose value it may change. */
const oddKeys: ReadonlySet<string> = new Set([
  ...messageKeys.keys(),
  ...callListKeys.filter((key) => key !== 'tool_calls'),
  ...'function_call usage toolName tool_name callId call_id'.split(' '),
]);

function isPlainCall(call: Value): boolean {
  const called = isRecord(call) ? call['function'] : undefined;
  if (!isRecord(call) || called === undefined || !isRecord(called)) return false;
  return (
    typeof call['id'] === 'string' && typeof called['name'] === 'string' && typeof called['arguments'] === 'string'
  );
}

export class ChatSpeller {
  readonly origins: Origins = new WeakMap();
  /** The original of each rewritten record: the reader knows its class name. */
  readonly originals = new WeakMap<object, object>();
  readonly spellings: Spellings = { roles: new Map(), keys: new Map() };

  /** Returns the same list when no message needs rewriting. */
  messages(list: readonly Value[]): readonly Value[] {
    if (list.every((message) => isRecord(message) && isPlain(message))) return list;
    const origin = new Map<string | number, Path>();
    const written: Value[] = [];
    const answered = new Set(list.flatMap((message) => (isRecord(message) ? resultIdOf(message) : [])));
    const asked = new Set(list.flatMap((message) => (isRecord(message) ? callIdOf(message) : [])));
    let isChanged = false;
    list.forEach((value, index) => {
      const message = isRecord(value) ? this.message(value, asked) : value;
      origin.set(written.length, [index]);
      written.push(message);
      const results = isRecord(value) ? this.#resultsWithin(value, index, answered) : [];
      for (const { message: result, place } of results) {
        origin.set(written.length, place);
        written.push(result);
      }
      isChanged ||= !Object.is(message, value) || results.length > 0;
    });
    if (!isChanged) return list;
    this.origins.set(written, origin);
    return written;
  }

  /** `asked`: ids of calls that are messages of their own, which some results repeat as their own id. */
  message(message: RecordValue, asked: ReadonlySet<string> = new Set()): RecordValue {
    if (isPlain(message)) return message;
    const speaker = speakerOf(message) ?? 'role';
    const role = roleFor(message[speaker]);
    if (role === 'call') return this.#messageOfCall(message, speaker);
    const isOfTool = role === 'tool' || role === 'function';
    const resultKey = isOfTool ? resultKeys.find((key) => message[key] !== undefined) : undefined;
    const contentKey = message['content'] === undefined ? (contentKeyOf(message) ?? resultKey) : undefined;
    return this.#rewritten(message, (key, value) => {
      if (key === speaker && role !== undefined) return ['role', this.#role(value, role)];
      if (key === contentKey) return ['content', value];
      if (key === 'content' && isList(value)) return [key, this.#blocks(elementsOf(value))];
      if (callListKeys.includes(key)) return ['tool_calls', this.#calls(value)];
      if (key === 'function_call' || key === 'functionCall') return ['function_call', this.#called(value)];
      if (key === 'usage') return [key, this.usage(value)];
      if (isOfTool && resultNameKeys.includes(key) && typeof value === 'string') return ['name', value];
      if ((key === 'callId' || key === 'call_id') && role === 'tool') return ['tool_call_id', value];
      if (key === 'id' && role === 'tool' && typeof value === 'string' && asked.has(value))
        return ['tool_call_id', value];
      return [messageKeys.get(key) ?? key, value];
    });
  }

  /** A record that contains messages, or a model's answer. */
  body(body: RecordValue, inner: (value: Value) => Value): RecordValue {
    return this.#rewritten(body, (key, value) => {
      if (key === 'usage') return [key, this.usage(value)];
      return [messageKeys.get(key) ?? key, inner(value)];
    });
  }

  /** A record outside a chat that may contain one. */
  holder(holder: RecordValue, inner: (value: Value) => Value): RecordValue {
    return this.#rewritten(holder, (key, value) => [key, inner(value)]);
  }

  usage(value: Value): Value {
    if (!isRecord(value)) return value;
    return this.#rewritten(value, (key, held) => [
      usageKeys.get(key) ?? key,
      isRecord(held) ? this.#rewritten(held, (inner, one) => [detailKeys.get(inner) ?? inner, one]) : held,
    ]);
  }

  /** Returns the same list when no element changes. */
  each(list: readonly Value[], change: (value: Value) => Value): readonly Value[] {
    const changed = list.map(change);
    return changed.every((value, index) => Object.is(value, list[index])) ? list : changed;
  }

  /** The assistant message that requests this call. Returns the same message when it names no function. */
  #messageOfCall(message: RecordValue, speaker: string): RecordValue {
    const called = calledIn(message);
    if (called === undefined) return message;
    const { name, input, holder, value } = called;
    this.spellings.roles.set(String(message[speaker]), 'a call of the assistant');
    const idKey = callIdKeys.find((key) => typeof message[key] === 'string');
    const used = new Set([speaker, idKey, name[0], input?.[0], holder, ...callResultKeys]);
    const id = idKey === undefined ? [] : [['id', message[idKey] ?? null, [idKey]] as const];
    this.#placeIn(value, [['name', name], ...(input === undefined ? [] : [['arguments', input] as const])]);
    const call = this.#made([...id, ['type', 'function', []], ['function', value, []]]);
    const calls: readonly Value[] = [call];
    this.#placeIn(calls, [[0, []]]);
    const rest = Object.entries(message).filter(([key]) => !used.has(key));
    const whole = this.#made([
      ...rest.map(([key, held]) => [key, held, [key]] as const),
      ['role', 'assistant', [speaker]],
      ['tool_calls', calls, []],
    ]);
    this.originals.set(whole, message);
    return whole;
  }

  /** A record of parts: the name of each, its value, and its place in the original. */
  #made(parts: readonly (readonly [string, Value, Path])[]): RecordValue {
    const made: RecordValue = Object.fromEntries(parts.map(([name, value]) => [name, value]));
    this.#placeIn(
      made,
      parts.map(([name, , place]) => [name, place]),
    );
    return made;
  }

  #placeIn(holder: object, places: readonly (readonly [string | number, Path])[]): void {
    this.origins.set(holder, new Map(places));
  }

  #role(written: Value, role: string): string {
    if (written !== role) this.spellings.roles.set(String(written), role);
    return role;
  }

  #blocks(blocks: readonly Value[]): readonly Value[] {
    return this.each(blocks, (block) =>
      isRecord(block) && typeof block['type'] === 'string'
        ? this.#rewritten(block, (key, value) => [blockKeys.get(key) ?? key, value])
        : block,
    );
  }

  #calls(value: Value): Value {
    if (!isList(value)) return value;
    return this.each(elementsOf(value), (call) => (isRecord(call) ? this.#call(call) : call));
  }

  /** Keeps an OpenAI call apart from its function record, and turns any other call into one. */
  #call(call: RecordValue): RecordValue {
    const { function: called, custom } = call;
    if ((custom !== undefined && isRecord(custom)) || called instanceof Unknown) return call;
    if (called !== undefined && isRecord(called)) {
      return this.#rewritten(call, (key, value) => {
        if (key === 'function') return [key, this.#called(value)];
        return [key !== 'id' && call['id'] === undefined && callIdKeys.includes(key) ? 'id' : key, value];
      });
    }
    const idKey = callIdKeys.find((key) => typeof call[key] === 'string');
    const nameKey = callNameKeys.find((key) => typeof call[key] === 'string');
    const inputKey = callInputKeys.find((key) => call[key] !== undefined);
    if (nameKey === undefined) return call;
    this.spellings.keys.set('a call without “function”', 'function');
    const inner = this.#made([
      ['name', call[nameKey] ?? null, [nameKey]],
      ...(inputKey === undefined ? [] : [['arguments', call[inputKey] ?? null, [inputKey]] as const]),
    ]);
    const id = idKey === undefined ? [] : [['id', call[idKey] ?? null, [idKey]] as const];
    return this.#made([...id, ['type', 'function', []], ['function', inner, []]]);
  }

  #called(value: Value): Value {
    if (!isRecord(value)) return value;
    const nameKey = callNameKeys.find((key) => typeof value[key] === 'string');
    const inputKey = callInputKeys.find((key) => value[key] !== undefined);
    return this.#rewritten(value, (key, held) => {
      if (key === nameKey) return ['name', held];
      return [key === inputKey ? 'arguments' : key, held];
    });
  }

  /** Turns results inside calls into messages, unless another message already has the result. */
  #resultsWithin(message: RecordValue, index: number, answered: ReadonlySet<string>) {
    if (calledIn(message) !== undefined) return this.#resultOf(message, [index], answered);
    const key = callListKeys.find((name) => isList(message[name] ?? null));
    if (key === undefined || roleFor(message[speakerOf(message) ?? 'role']) !== 'assistant') return [];
    return elementsOf(message[key] ?? null).flatMap((call, at) =>
      isRecord(call) ? this.#resultOf(call, [index, key, at], answered) : [],
    );
  }

  #resultOf(call: RecordValue, place: Path, answered: ReadonlySet<string>) {
    const idKey = callIdKeys.find((name) => typeof call[name] === 'string');
    const resultKey = callResultKeys.find((name) => call[name] !== undefined && call[name] !== null);
    const id = idKey === undefined ? undefined : call[idKey];
    if (resultKey === undefined || (typeof id === 'string' && answered.has(id))) return [];
    const holder = call['function'];
    const name =
      calledIn(call)?.value['name'] ??
      callNameKeys
        .map((one) => (holder !== undefined && isRecord(holder) ? holder : call)[one])
        .find((one) => typeof one === 'string');
    this.spellings.keys.set(`“${resultKey}” of a call`, 'a message with the result');
    const result = this.#made([
      ['role', 'tool', []],
      ...(idKey === undefined || id === undefined ? [] : [['tool_call_id', id, [idKey]] as const]),
      ...(id !== undefined || name === undefined ? [] : [['name', name, []] as const]),
      ['content', call[resultKey] ?? null, [resultKey]],
    ]);
    return [{ message: result, place }];
  }

  /** Returns the same record when no key and no value changes. An existing key is never overwritten. */
  #rewritten(record: RecordValue, change: (key: string, value: Value) => readonly [string, Value]): RecordValue {
    const origin = new Map<string | number, Path>();
    let isChanged = false;
    const entries = Object.entries(record).map(([key, value]) => {
      const [wanted, written] = change(key, value);
      const name = wanted !== key && Object.hasOwn(record, wanted) ? key : wanted;
      if (name !== key) this.spellings.keys.set(`“${key}”`, name);
      // `Object.is`, so that a record with NaN counts as unchanged.
      isChanged ||= name !== key || !Object.is(written, value);
      origin.set(name, [key]);
      return [name, written] as const;
    });
    if (!isChanged) return record;
    const copy: RecordValue = Object.fromEntries(entries);
    this.origins.set(copy, origin);
    this.originals.set(copy, record);
    return copy;
  }
}
