import * as v from 'valibot';
import { isRecord } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { Document } from '../../readers/document.ts';
import type { Path } from '../../model/path.ts';
import { Message } from './format.ts';

export interface PlacedMessage {
  readonly message: Message;
  readonly kind: 'request' | 'response';
  readonly place: Path;
}

export interface History {
  readonly messages: readonly PlacedMessage[];
  readonly others: readonly number[];
}

/** A list of messages, one message, or several of either printed one after the other. */
export function historyIn({ value, typeName }: Document): History | undefined {
  const found: PlacedMessage[] = [];
  const others: number[] = [];
  const add = (one: Value, place: Path): boolean => {
    const message = messageIn(one, place, typeName);
    if (message !== undefined) found.push(message);
    return message !== undefined;
  };
  if (!add(value, [])) {
    entriesOf(value).forEach((one, index) => {
      const inner = entriesOf(one);
      const isMessage =
        inner.length > 0 ? inner.map((deep, at) => add(deep, [index, at])).some(Boolean) : add(one, [index]);
      if (!isMessage) others.push(index);
    });
  }
  return found.length > others.length ? { messages: found, others } : undefined;
}

// Array.isArray narrows a union holding readonly arrays to any[]; every element is a Value.
const entriesOf = (value: Value): readonly Value[] => (Array.isArray(value) ? (value as readonly Value[]) : []);

function messageIn(value: Value, place: Path, typeName: Document['typeName']): PlacedMessage | undefined {
  if (!isRecord(value)) return undefined;
  const parsed = v.safeParse(Message, value);
  if (!parsed.success) return undefined;
  const name = typeName(value);
  const named = name === 'ModelRequest' ? 'request' : name === 'ModelResponse' ? 'response' : undefined;
  const kind = named ?? (hasKinds(parsed.output) ? parsed.output.kind : undefined);
  return kind && { message: parsed.output, kind, place };
}

/** Others have messages with parts, too; these name the kind of each. A response that was cut may have none. */
const hasKinds = ({ parts, finish_reason }: Message): boolean =>
  (parts.length === 0 && finish_reason !== undefined) ||
  parts.some((part) => isRecord(part) && typeof part['part_kind'] === 'string');
