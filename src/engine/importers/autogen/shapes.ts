import * as v from 'valibot';
import { isRecord } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import type { Document } from '../../readers/document.ts';
import { Message, messageTypes, Response, TaskResult } from './format.ts';

export interface PlacedMessage {
  readonly message: Message;
  readonly type: string;
  readonly place: Path;
}

export interface Chat {
  readonly messages: readonly PlacedMessage[];
  readonly stopReason: string | undefined;
  readonly others: readonly Path[];
  /** The instructions of the model. */
  readonly systems: readonly Path[];
  /** Members of a team whose own states are not read. */
  readonly beside: readonly string[];
}

export const none = { stopReason: undefined, systems: [], beside: [] } as const;

/** A result, a response, a message, or several of these printed in a row, as a stream of a team is. */
export function chatIn({ value, typeName }: Document): Chat | undefined {
  const entries: readonly (readonly [Path, Value])[] = Array.isArray(value)
    ? (value as readonly Value[]).map((one, index) => [[index], one] as const) // narrowed to any[]
    : [[[], value]];
  // A stream ends with a result that repeats all of its messages.
  const results = entries.flatMap(([place, one]) => resultIn(one, place, typeName) ?? []);
  const last = results.at(-1);
  if (last !== undefined && last.messages.length > 0) return last;
  const messages: PlacedMessage[] = [];
  const others: Path[] = [];
  for (const [place, one] of entries) {
    const found = messageIn(one, place, typeName);
    const inside = found === undefined ? responseIn(one, place, typeName) : [found];
    if (inside.length === 0) others.push(place);
    messages.push(...inside);
  }
  return messages.length > others.length ? { ...none, messages, others } : undefined;
}

/** The results of a model’s calls, in its own context: they have no speaker. */
const sourceless = 'FunctionExecutionResultMessage';

function resultIn(value: Value, place: Path, typeName: Document['typeName']): Chat | undefined {
  const result = v.safeParse(TaskResult, value);
  if (!result.success) return undefined;
  const messages: PlacedMessage[] = [];
  const others: Path[] = [];
  result.output.messages.forEach((one, index) => {
    const where = [...place, 'messages', index];
    const message = messageIn(one, where, typeName);
    if (message === undefined) others.push(where);
    else messages.push(message);
  });
  return messages.length > others.length
    ? { ...none, messages, stopReason: result.output.stop_reason, others }
    : undefined;
}

function responseIn(value: Value, place: Path, typeName: Document['typeName']): readonly PlacedMessage[] {
  const response = v.safeParse(Response, value);
  if (!response.success) return [];
  const inner = (response.output.inner_messages ?? []).map((one, index) =>
    messageIn(one, [...place, 'inner_messages', index], typeName),
  );
  const answer = messageIn(response.output.chat_message, [...place, 'chat_message'], typeName);
  return [...inner, answer].filter((message) => message !== undefined);
}

export function messageIn(value: Value, place: Path, typeName: Document['typeName']): PlacedMessage | undefined {
  if (!isRecord(value)) return undefined;
  const parsed = v.safeParse(Message, value['type'] === sourceless ? { ...value, source: '' } : value);
  if (!parsed.success) return undefined;
  const type = [parsed.output.type, typeName(value)].find(
    (name) => name !== undefined && Object.hasOwn(messageTypes, name),
  );
  return type === undefined ? undefined : { message: parsed.output, type, place };
}
