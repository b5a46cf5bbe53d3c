import type { Path } from '../model/path.ts';
import { isList, isRecord, Unknown, type RecordValue, type Value } from '../model/value.ts';
import { elementsOf, type Placed } from '../importing/values/elements.ts';
import {
  blockKeys,
  callIdOf,
  callKeysIn,
  callListKeys,
  callResultKeys,
  calledIn,
  calledOf,
  contentKeyOf,
  detailKeys,
  messageKeys,
  resultIdOf,
  resultKeys,
  resultNameKeys,
  roleFor,
  roleOf,
  speakerOf,
  usageKeys,
} from './chat-words.ts';
import { Composer, type NamedPart } from './parts.ts';

/**
 * Rewrites chat messages in the words of Chat Completions: role synonyms and capitals, keys in camelCase, calls without the
 * record `function`, results inside the call.
 */

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
  readonly composer = new Composer();
  readonly spellings: Spellings = { roles: new Map(), keys: new Map() };

  /** Returns the same list when no message needs rewriting. */
  messages(list: readonly Value[]): readonly Value[] {
    if (list.every((message) => isRecord(message) && isPlain(message))) return list;
    const answered = new Set(list.flatMap((message) => (isRecord(message) ? resultIdOf(message) : [])));
    const asked = new Set(list.flatMap((message) => (isRecord(message) ? callIdOf(message) : [])));
    const written = list.flatMap((value, index): readonly Placed[] =>
      isRecord(value)
        ? [{ value: this.message(value, asked), place: [index] }, ...this.#resultsWithin(value, index, answered)]
        : [{ value, place: [index] }],
    );
    const isChanged = written.some(({ value }, index) => !Object.is(value, list[index]));
    return isChanged ? this.composer.list(written) : list;
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
    this.spellings.roles.set(String(message[speaker]), 'a call of the assistant');
    const used = new Set([speaker, callKeysIn(message).id, ...called.map(([, , [key]]) => key), ...callResultKeys]);
    const rest = Object.entries(message).filter(([key]) => !used.has(key));
    const calls = this.composer.list([{ value: this.#callOf(message, called), place: [] }]);
    return this.composer.record(
      [
        ...rest.map(([key, held]) => [key, held, [key]] as const),
        ['role', 'assistant', [speaker]],
        ['tool_calls', calls, []],
      ],
      message,
    );
  }

  /** A call of Chat Completions. */
  #callOf(holder: RecordValue, called: readonly NamedPart[]): RecordValue {
    const { id } = callKeysIn(holder);
    return this.composer.record([
      ['id', id && holder[id], [id ?? '']],
      ['type', 'function', []],
      ['function', this.composer.record(called), []],
    ]);
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
      const { id } = callKeysIn(call);
      return this.#rewritten(call, (key, value) =>
        key === 'function' ? [key, this.#called(value)] : [key === id ? 'id' : key, value],
      );
    }
    const parts = calledOf(call);
    if (parts === undefined) return call;
    this.spellings.keys.set('a call without “function”', 'function');
    return this.#callOf(call, parts);
  }

  #called(value: Value): Value {
    if (!isRecord(value)) return value;
    const { name, input } = callKeysIn(value);
    return this.#rewritten(value, (key, held) => [key === name ? 'name' : key === input ? 'arguments' : key, held]);
  }

  /** Turns results inside calls into messages, unless another message already has the result. */
  #resultsWithin(message: RecordValue, index: number, answered: ReadonlySet<string>): readonly Placed[] {
    if (calledIn(message) !== undefined) return this.#resultOf(message, [index], answered);
    const key = callListKeys.find((name) => isList(message[name] ?? null));
    if (key === undefined || roleOf(message) !== 'assistant') return [];
    return elementsOf(message[key] ?? null).flatMap((call, at) =>
      isRecord(call) ? this.#resultOf(call, [index, key, at], answered) : [],
    );
  }

  #resultOf(call: RecordValue, place: Path, answered: ReadonlySet<string>): readonly Placed[] {
    const { id, result } = callKeysIn(call);
    const callId = id === undefined ? undefined : call[id];
    if (result === undefined || (typeof callId === 'string' && answered.has(callId))) return [];
    const { function: held } = call;
    const called = calledIn(call) ?? calledOf(held !== undefined && isRecord(held) ? held : call);
    this.spellings.keys.set(`“${result}” of a call`, 'a message with the result');
    const message = this.composer.record([
      ['role', 'tool', []],
      ['tool_call_id', callId, [id ?? '']],
      ['name', callId === undefined ? called?.[0]?.[1] : undefined, []],
      ['content', call[result] ?? null, [result]],
    ]);
    return [{ value: message, place }];
  }

  /** Returns the same record when no key and no value changes. An existing key is never overwritten. */
  #rewritten(record: RecordValue, change: (key: string, value: Value) => readonly [string, Value]): RecordValue {
    const parts = Object.entries(record).map(([key, value]): NamedPart => {
      const [wanted, written] = change(key, value);
      const name = wanted !== key && Object.hasOwn(record, wanted) ? key : wanted;
      if (name !== key) this.spellings.keys.set(`“${key}”`, name);
      return [name, written, [key]];
    });
    // `Object.is`, so that a record with NaN counts as unchanged.
    const isSame = parts.every(([name, written, [key]]) => name === key && Object.is(written, record[name]));
    return isSame ? record : this.composer.record(parts, record);
  }
}
