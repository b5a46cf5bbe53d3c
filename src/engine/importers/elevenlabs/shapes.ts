import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { keyOf } from '../../importing/messages/gemini-content.ts';
import { firstValues } from '../../importing/values/first-values.ts';
import { Conversation, Entry, SocketEvent, Webhook } from './format.ts';

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

export const isSocketLog = (value: Value): boolean => firstValues(value, sample).some(isOwnEvent);

function isOwnEvent(value: Value): boolean {
  const event = v.safeParse(SocketEvent, value);
  if (!event.success) return false;
  const { type, user_transcription_event, agent_response_event, client_tool_call } = event.output;
  switch (type) {
    case 'conversation_initiation_metadata':
      return event.output.conversation_initiation_metadata_event !== undefined;
    case 'user_transcript':
      return user_transcription_event !== undefined;
    case 'agent_response':
      return agent_response_event !== undefined;
    default:
      return type === 'client_tool_call' && client_tool_call !== undefined;
  }
}
