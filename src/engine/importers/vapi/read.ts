import { err, ok } from '../../../base/result.ts';
import { isRecord } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import type { SessionEntry, Read } from '../../importing/importer.ts';
import { fromCall } from './call.ts';
import type { Call } from './format.ts';
import { fromMockConversation } from './mock-conversation.ts';
import { fromServerMessages } from './server-messages.ts';
import { foundIn, serverCallsIn, type Placed } from './shapes.ts';

export const read: Read = ({ value }) => {
  const told = serverCallsIn(value);
  if (told.length > 0) return ok({ sessions: told.map(toldEntry) });
  const single = entryOf(value, []);
  if (single !== undefined) return ok({ sessions: [single] });
  return ok({ sessions: elementsOf(value).map((element, index) => entryOf(element, [index]) ?? unreadable(index)) });
};

function entryOf(value: Value, place: Path): SessionEntry | undefined {
  const found = foundIn(value);
  if (found === undefined) return undefined;
  if (found.kind === 'mock') {
    const { conversation } = found;
    const title = conversation.name ?? 'test conversation';
    return { title, system: 'voice', open: () => ok(fromMockConversation(conversation, place, title)) };
  }
  const title = titleOf(found.call);
  return { title, system: 'voice', open: () => ok(fromCall(found.call, place, title)) };
}

const titleOf = ({ id, callId, assistant }: Call): string => {
  const name = assistant?.name === undefined ? '' : ` with ${assistant.name}`;
  return `call ${id ?? callId ?? ''}${name}`.trim();
};

function toldEntry(messages: readonly Placed[]): SessionEntry {
  const first = messages[0]?.value ?? null;
  const message = isRecord(first) ? first['message'] : undefined;
  const call = isRecord(message) ? message['call'] : undefined;
  const id = isRecord(call) ? call['id'] : undefined;
  const title = typeof id === 'string' ? `call ${id}` : 'call';
  return { title, system: 'voice', open: () => ok(fromServerMessages(messages, title)) };
}

/** It keeps its place in the list, so that the others keep their numbers. */
const unreadable = (index: number): SessionEntry => ({
  title: 'unreadable entry',
  system: 'voice',
  open: () => err({ code: 'import/malformed', message: `Entry ${index} of this file is no call of Vapi.` }),
});
