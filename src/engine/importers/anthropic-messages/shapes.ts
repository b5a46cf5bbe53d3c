import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { entry, isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { Message, Request, Response } from './format.ts';

/** One conversation in a file: what was asked and what was answered, either may be missing. */
export interface Conversation {
  readonly messages: readonly Value[];
  readonly messagesPlace: Path;
  readonly request: v.InferOutput<typeof Request> | undefined;
  readonly response: { readonly body: Response; readonly place: Path } | undefined;
  /** The events of a stream, in whose place no response stands. */
  readonly stream: readonly Value[];
}

const empty = { messages: [], messagesPlace: [], request: undefined, response: undefined, stream: [] };

export function conversationIn(value: Value): Conversation | undefined {
  if (isList(value)) return conversationOfList([...value]);
  if (!isRecord(value)) return undefined;
  const response = responseIn(value);
  const asked = requestIn(value);
  if (response === undefined && asked === undefined) return undefined;
  const messages = asked?.request.messages ?? [];
  if (response === undefined && !messages.slice(0, sample).some(hasMark) && !hasAnthropicTools(asked?.request))
    return undefined;
  return { ...empty, messages, messagesPlace: asked?.place ?? [], request: asked?.request, response };
}

function conversationOfList(list: readonly Value[]): Conversation | undefined {
  const first = list.slice(0, sample);
  if (first.some(isStreamStart)) return { ...empty, stream: list };
  const isMessages = first.length > 0 && first.every((one) => v.is(Message, one)) && first.some(hasMark);
  return isMessages ? { ...empty, messages: list } : undefined;
}

/** How many entries are looked at. */
const sample = 40;

const isStreamStart = (value: Value): boolean =>
  isRecord(value) && value['type'] === 'message_start' && isRecord(value['message']);

function responseIn(value: RecordValue): Conversation['response'] {
  for (const [body, place] of [
    [value, []],
    [entry(value, 'response') ?? null, ['response']],
  ] as const) {
    const response = v.safeParse(Response, body);
    if (response.success) return { body: response.output, place };
  }
  return undefined;
}

function requestIn(value: RecordValue) {
  for (const key of [undefined, 'request', 'body'] as const) {
    const body = key === undefined ? value : entry(value, key);
    const request = v.safeParse(Request, body);
    const place = key === undefined ? ['messages'] : [key, 'messages'];
    if (request.success && request.output.messages.slice(0, sample).every((one) => v.is(Message, one))) {
      return { request: request.output, place };
    }
  }
  return undefined;
}

/** Blocks that only this API has. Plain `{role, content}` lists are common ground. */
const marks = new Set<Value>([
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'server_tool_use',
  'mcp_tool_use',
]);

function hasMark(message: Value): boolean {
  const content = isRecord(message) ? entry(message, 'content') : undefined;
  if (content === undefined || !isList(content)) return false;
  return [...content].some((block) => isRecord(block) && marks.has(entry(block, 'type') ?? null));
}

const hasAnthropicTools = (request: Conversation['request']): boolean =>
  request?.tools?.some((tool) => isRecord(tool) && isRecord(tool['input_schema'])) === true;
