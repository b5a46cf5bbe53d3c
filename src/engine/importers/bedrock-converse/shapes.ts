import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { blockKeys, InvocationLog, Message, Request, Response } from './format.ts';

/** One conversation in a file: what was asked and what was answered, either may be missing. */
export interface Conversation {
  readonly messages: readonly Value[];
  readonly messagesPlace: Path;
  readonly request: Request | undefined;
  readonly requestPlace: Path;
  readonly response: Response | undefined;
  readonly responsePlace: Path;
  readonly at: { readonly value: Value; readonly place: Path } | undefined;
}

const nothing: Conversation = {
  messages: [],
  messagesPlace: [],
  request: undefined,
  requestPlace: [],
  response: undefined,
  responsePlace: [],
  at: undefined,
};

/** How many messages are looked at. */
const sample = 20;

export function conversationIn(value: Value): Conversation | undefined {
  const list = elementsOf(value);
  if (list.length > 0) return areMessages(list) ? { ...nothing, messages: list } : undefined;
  if (!isRecord(value)) return undefined;
  const log = v.safeParse(InvocationLog, value);
  if (log.success) {
    const { input, output, timestamp } = log.output;
    return {
      ...asked(input.inputBodyJson, ['input', 'inputBodyJson']),
      response: output?.outputBodyJson,
      responsePlace: ['output', 'outputBodyJson'],
      at: timestamp === undefined ? undefined : { value: timestamp, place: ['timestamp'] },
    };
  }
  const request = requestIn(value);
  const response = responseIn(value);
  return request === undefined && response === undefined ? undefined : { ...nothing, ...request, ...response };
}

const asked = (request: Request, requestPlace: Path): Conversation => ({
  ...nothing,
  messages: request.messages,
  messagesPlace: [...requestPlace, 'messages'],
  request,
  requestPlace,
});

/** The record itself, or what stands under a key of it. */
const withKey = (value: Value, key: string): readonly (readonly [Value, Path])[] => {
  const inner = isRecord(value) ? value[key] : undefined;
  return inner === undefined
    ? [[value, []]]
    : [
        [value, []],
        [inner, [key]],
      ];
};

function requestIn(value: Value): Conversation | undefined {
  for (const [body, place] of withKey(value, 'request')) {
    const request = v.safeParse(Request, body);
    if (request.success && areMessages(request.output.messages)) return asked(request.output, place);
  }
  return undefined;
}

function responseIn(value: Value): Pick<Conversation, 'response' | 'responsePlace'> | undefined {
  for (const [body, responsePlace] of withKey(value, 'response')) {
    const response = v.safeParse(Response, body);
    if (response.success && response.output.output.message.content.every(isBlock)) {
      return { response: response.output, responsePlace };
    }
  }
  return undefined;
}

/** Messages whose content is blocks told apart by their keys alone. Haystack's are, too, and have a `meta` each. */
function areMessages(list: readonly Value[]): boolean {
  const first = list.slice(0, sample);
  return (
    first.length > 0 &&
    first.every((one) => isRecord(one) && !('meta' in one) && v.is(Message, one) && hasBlocks(one['content']))
  );
}

function hasBlocks(content: Value | undefined): boolean {
  const blocks = elementsOf(content ?? null);
  return blocks.length > 0 && blocks.every(isBlock);
}

function isBlock(block: Value): boolean {
  const keys = isRecord(block) ? Object.keys(block) : [];
  const [key = ''] = keys;
  return keys.length === 1 && blockKeys.has(key);
}
