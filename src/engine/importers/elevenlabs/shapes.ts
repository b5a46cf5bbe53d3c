import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { keyOf } from '../../importing/messages/gemini-content.ts';
import { Conversation, Entry, Webhook } from './format.ts';

export interface Found {
  readonly conversation: Conversation;
  readonly place: Path;
}

export function conversationIn(value: Value, place: Path = []): Found | undefined {
  const told = v.safeParse(Webhook, value);
  const own = told.success ? undefined : v.safeParse(Conversation, value);
  const conversation = told.success ? told.output.data : own?.success === true ? own.output : undefined;
  if (conversation === undefined) return undefined;
  const [first] = conversation.transcript;
  const isOwn = v.is(Entry, first) && isRecord(first) && Object.hasOwn(first, keyOf(first, 'time_in_call_secs'));
  return isOwn ? { conversation, place: told.success ? [...place, 'data'] : place } : undefined;
}
