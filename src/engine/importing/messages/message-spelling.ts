import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { below, type Path } from '../../model/path.ts';

/** `results` contains only the results of calls. */
export type Role = 'system' | 'user' | 'assistant' | 'results';

/** The name in front of a Python repr. */
export type TypeName = (of: object) => string | undefined;

export const nameless: TypeName = () => undefined;

/** LangChain's classes, and the words that its dictionaries and other frameworks use for the same role. */
const words: readonly (readonly [Role, string])[] = [
  ['system', 'system developer SystemMessage SystemMessageChunk'],
  ['user', 'user human HumanMessage HumanMessageChunk'],
  ['assistant', 'assistant ai model AIMessage AIMessageChunk'],
  ['results', 'tool function ToolMessage ToolMessageChunk FunctionMessage'],
];

const roles: ReadonlyMap<Value | undefined, Role> = new Map(
  words.flatMap(([role, spelled]) => spelled.split(' ').map((word) => [word, role] as const)),
);

/** Values of a field `role`: programs also write them in capitals, and call the model an agent or a bot. */
const spoken = new Map([...roles, ['agent', 'assistant'], ['bot', 'assistant']] as const);

function roleOf(word: Value | undefined): Role | undefined {
  if (typeof word !== 'string' || word.length > 24) return undefined;
  return roles.get(word) ?? spoken.get(word.toLowerCase());
}

export interface Spelled {
  readonly role: Role;
  readonly fields: RecordValue;
  readonly place: Path;
  /** The role is not recorded, but inferred from the other fields. */
  readonly isGuessed?: boolean;
  /** Its content is at index 1, not under a key. */
  readonly isPair?: boolean;
}

/**
 * | spelling | by |
 * | --- | --- |
 * | `{role, content}` or `{role, parts}` | OpenAI, Anthropic, Gemini, AI SDK, OpenTelemetry |
 * | `{message: {role, …}}` | OpenInference |
 * | `{lc: 1, type: "constructor", id: […, "HumanMessage"], kwargs}` | LangChain, serialised |
 * | `{type: "human", content}` or `{type: "human", data}` | LangChain, as dictionaries |
 * | `HumanMessage(content=…)` | LangChain, printed |
 * | `content='hi' additional_kwargs={} …` | LangChain, printed by itself: without its class |
 * | `("human", "hi")` | LangChain, which accepts a pair of a role and a text as a message |
 */
export function spelled(value: Value, place: Path, typeName: TypeName): Spelled | undefined {
  if (Array.isArray(value)) return fromPair(value as readonly Value[], place); // narrowed to any[]
  return isRecord(value) ? fromRecord(value, place, typeName) : undefined;
}

function fromPair([word, content, ...more]: readonly Value[], place: Path): Spelled | undefined {
  const role = typeof content === 'string' && more.length === 0 ? roleOf(word) : undefined;
  return role && { role, fields: { content: content ?? null }, place, isPair: true };
}

function fromRecord(value: RecordValue, place: Path, typeName: TypeName): Spelled | undefined {
  const { kwargs, data, message, id } = value;
  if (kwargs !== undefined && isRecord(kwargs) && Array.isArray(id)) {
    const role = roles.get((id as readonly Value[]).at(-1)); // narrowed to any[]; every element is a Value
    return role && { role, fields: kwargs, place: below(place, 'kwargs') };
  }
  const printed = roles.get(typeName(value));
  if (printed !== undefined) return { role: printed, fields: value, place };
  if (message !== undefined && isRecord(message) && value['role'] === undefined) {
    const role = roleOf(message['role']);
    return role && { role, fields: message, place: below(place, 'message') };
  }
  const role = roleOf(value['role']);
  if (role !== undefined) return { role, fields: value, place };
  const typed = roles.get(value['type']);
  const shown = printedRole(value);
  if (shown !== undefined) return { role: shown, fields: value, place, isGuessed: true };
  if (typed === undefined) return undefined;
  if (data !== undefined && isRecord(data)) return { role: typed, fields: data, place: below(place, 'data') };
  return 'content' in value ? { role: typed, fields: value, place } : undefined;
}

export const isAnyMessage = (value: Value, typeName: TypeName = nameless): boolean =>
  spelled(value, [], typeName) !== undefined;

/**
 * The role of a message printed by LangChain's `print(message)`, which shows only its fields (`content='hi'
 * additional_kwargs={} …`), without
 * the class. Undefined if the fields are not LangChain's.
 * https://github.com/langchain-ai/langchain/blob/master/libs/core/langchain_core/messages/base.py
 */
export function printedRole(fields: RecordValue): 'user' | 'assistant' | 'results' | undefined {
  if (!('content' in fields) || 'role' in fields || 'type' in fields) return undefined;
  if (typeof fields['tool_call_id'] === 'string') return 'results';
  const { additional_kwargs: more, response_metadata: about, id } = fields;
  if (more === undefined || about === undefined || !isRecord(more) || !isRecord(about)) return undefined;
  const isRun = typeof id === 'string' && /^(?:lc_)?run-/.test(id);
  const isAnswer = isRun || isFull(about) || Array.isArray(fields['tool_calls']) || isFull(fields['usage_metadata']);
  return isAnswer ? 'assistant' : 'user';
}

const isFull = (value: Value | undefined): boolean =>
  value !== undefined && isRecord(value) && Object.keys(value).length > 0;
