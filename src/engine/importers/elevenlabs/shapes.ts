import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { keyOf } from '../../importing/messages/gemini-content.ts';
import { loggedEvent } from '../../importing/values/logged-event.ts';
import { firstValues } from '../../importing/values/first-values.ts';
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

/** How many events of a socket are looked at: sound comes in very many. */
const sample = 200;

export const isSocketLog = (value: Value): boolean =>
  firstValues(value, sample).some((line) => isOwnEvent(loggedEvent(line)?.event ?? null));

/** What the events that somebody speaks by, or that begin a call, hold beside their type. */
const holders: ReadonlyMap<unknown, string> = new Map([
  ['conversation_initiation_metadata', 'conversation_initiation_metadata_event'],
  ['user_transcript', 'user_transcription_event'],
  ['agent_response', 'agent_response_event'],
  ['client_tool_call', 'client_tool_call'],
]);

const isOwnEvent = (value: Value): boolean =>
  isRecord(value) && isRecord(value[holders.get(value['type']) ?? 'type'] ?? null);
