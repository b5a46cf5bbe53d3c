import { err, ok } from '../../../base/result.ts';
import { isRecord } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import type { Importer, SessionEntry } from '../importer.ts';
import { fromCall } from './call.ts';
import type { Call } from './format.ts';
import { fromMockConversation } from './mock-conversation.ts';
import { fromServerMessages } from './server-messages.ts';
import type { Placed } from './server-messages.ts';
import { foundIn, serverCallsIn } from './shapes.ts';

export const vapi: Importer = {
  id: 'vapi',
  title: 'Vapi call',
  claim({ value }) {
    const isFound = foundIn(value) ?? foundIn(listOf(value)[0] ?? null);
    return isFound !== undefined || serverCallsIn(value).length > 0 ? 'certain' : 'no';
  },
  read({ value }) {
    const told = serverCallsIn(value);
    if (told.length > 0) return ok({ sessions: told.map(toldEntry) });
    const single = entryOf(value, []);
    if (single !== undefined) return ok({ sessions: [single] });
    return ok({ sessions: listOf(value).map((element, index) => entryOf(element, [index]) ?? unreadable(index)) });
  },
};

/** Several calls, as a list of them gives. */
// Array.isArray narrows a union holding readonly arrays to any[]; every element is a Value.
const listOf = (value: Value): readonly Value[] => (Array.isArray(value) ? (value as readonly Value[]) : []);

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
