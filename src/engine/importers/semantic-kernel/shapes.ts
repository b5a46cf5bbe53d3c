import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import type { Placed } from '../../importing/values/one-or-many.ts';
import { DotNetItem, Message, PythonItem } from './format.ts';

/** How many messages are looked at. */
const sample = 20;

/** A list of messages, or the record that Python writes around it. */
export function messagesIn(value: Value): readonly Placed[] {
  const inside = isRecord(value) ? value['messages'] : undefined;
  const list = elementsOf(inside ?? value);
  const place: Path = inside === undefined ? [] : ['messages'];
  const isOwn = list.length > 0 && list.slice(0, sample).every(isMessage);
  return isOwn ? list.map((message, index) => ({ value: message, place: [...place, index] })) : [];
}

const isMessage = (value: Value): boolean => {
  const message = v.safeParse(Message, value);
  return message.success && message.output.items.every((item) => v.is(PythonItem, item) || v.is(DotNetItem, item));
};
