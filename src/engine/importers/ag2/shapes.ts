import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isRecord } from '../../model/value.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { Document } from '../../readers/document.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { ChatResult, Message } from './format.ts';

/** One chat between two agents, or of a group. */
export interface Chat {
  readonly messages: readonly Value[];
  /** The place of the list. */
  readonly place: Path;
  /** The place of the `ChatResult`, if there is one. */
  readonly cost: { readonly value: RecordValue; readonly place: Path } | undefined;
  /** Other facts of a `ChatResult`. */
  readonly about: RecordValue;
}

export function chatsIn({ value, syntax }: Document): readonly Chat[] {
  if (syntax === 'ag2-console') return [bare(elementsOf(value), [])];
  const single = chatIn(value, []);
  if (single !== undefined) return [single];
  const list = elementsOf(value);
  const isOfResults = list.slice(0, 3).some((one) => resultIn(one, []) !== undefined);
  return isOfResults ? list.flatMap((one, index) => resultIn(one, [index]) ?? []) : byPartner(value);
}

const bare = (messages: readonly Value[], place: Path): Chat => ({ messages, place, cost: undefined, about: {} });

const chatIn = (value: Value, place: Path): Chat | undefined =>
  isOwnList(elementsOf(value)) ? bare(elementsOf(value), place) : resultIn(value, place);

function resultIn(value: Value, place: Path): Chat | undefined {
  const result = v.safeParse(ChatResult, value);
  if (!result.success || !isRecord(value) || !areMessages(result.output.chat_history)) return undefined;
  if (!('summary' in value || 'cost' in value)) return undefined;
  const { chat_history: messages, cost } = result.output;
  const { chat_history: _history, ...about } = value;
  return {
    messages,
    place: [...place, 'chat_history'],
    cost: cost && { value: cost, place: [...place, 'cost'] },
    about,
  };
}

/** `agent.chat_messages`: the messages for each agent that it talked with. */
function byPartner(value: Value): readonly Chat[] {
  if (!isRecord(value)) return [];
  const entries = Object.entries(value);
  const isOwn =
    entries.length > 0 && entries.every(([key, list]) => partner.test(key) && areMessages(elementsOf(list)));
  return isOwn ? entries.map(([key, list]) => bare(elementsOf(list), [key])) : [];
}

/**
 * The printed form of an agent has only its class and address: `<autogen.agentchat.user_proxy_agent.UserProxyAgent at
 * 0x2>`.
 */
const partner = /^<[\w.]+(?: object)? at 0x[0-9A-Fa-f]+>$/;

const sample = 20;

const areMessages = (list: readonly Value[]): boolean => list.length > 0 && list.slice(0, sample).every(isMessage);

const isMessage = (value: Value): boolean =>
  isRecord(value) && v.is(Message, value) && ['content', 'tool_calls', 'tool_responses'].some((key) => key in value);

/** Many formats have lists of chat messages; only AG2 has results in a separate list, and a named assistant first. */
function isOwnList(list: readonly Value[]): boolean {
  if (!areMessages(list)) return false;
  const first = list.slice(0, sample).map((message) => (isRecord(message) ? message : {}));
  const [opening, reply] = first;
  const isTurned =
    opening?.['role'] === 'assistant' &&
    typeof opening['name'] === 'string' &&
    reply?.['role'] === 'user' &&
    typeof reply['name'] === 'string';
  return isTurned || first.some((message) => Array.isArray(message['tool_responses']));
}
