import { assumed } from '../../importing/import-report.ts';
import { ok } from '../../../base/result.ts';
import { unreachable } from '../../../base/unreachable.ts';
import { unreadableEntry, type SessionEntry } from '../../importing/importer.ts';
import { elementsAt, entriesAt, fieldAt, recordAt, textAt } from '../../importing/values/where.ts';
import { readContents, sessionEntry } from '../../importing/voice/read-voice.ts';
import type { VoiceFormat } from '../../importing/voice/voice-format.ts';
import type { OpenCalls } from '../../importing/voice/voice-importer.ts';
import { vapiCall } from './call.ts';
import { callsIn, messageLog } from './messages.ts';
import { serverCall, serverCallOf } from './server-messages.ts';
import type { Placed } from '../../importing/values/elements.ts';

/** A call, a test conversation, the messages to a server about one call, or a list entry that is not readable as one of these. */
interface Found extends Placed {
  readonly kind: 'call' | 'mock' | 'server' | 'unreadable';
  /** The messages to the server, in the order in which they were sent. */
  readonly messages: readonly Placed[];
}

const messages = messageLog(undefined);

/**
 * Reads a test as the call that it describes. The model chooses the assistant's words; a test only judges them.
 * https://docs.vapi.ai/observability/evals-advanced
 */
const mockConversation: VoiceFormat = {
  importer: 'vapi',
  title: ({ value }) => textAt(value, 'name') ?? 'test conversation',
  entries: (call, report) => {
    expected([...call.place, 'messages'], report);
    return entriesAt(call, 'messages');
  },
  log: {
    ...messages,
    kind: ({ value }) => {
      const role = textAt(value, 'role');
      return role === 'assistant' && recordAt(value, 'judgePlan') !== undefined ? 'judged' : role;
    },
    kinds: {
      ...messages.kinds,
      judged: (entry, reading) => {
        const hasCalls = elementsAt(entry.value, 'judgePlan.toolCalls').length > 0;
        // Only an exact judgement contains the words themselves.
        const content = fieldAt(entry.value, 'judgePlan.content') ?? '';
        const isExact = textAt(entry.value, 'judgePlan.type') === 'exact' && content !== '';
        const words = isExact ? 'judgePlan.content' : () => undefined;
        readContents(
          hasCalls ? callsIn('judgePlan.toolCalls') : { holds: 'words', by: 'agent', text: words },
          entry,
          reading,
        );
      },
    },
  },
  facts: ({ call: { value } }) => ({
    recording: { platform: 'vapi', type: 'chat.mockConversation', description: textAt(value, 'description') },
  }),
};

const expected = assumed(
  'vapi/expected',
  'This is a test, not a recording: judged answers of the assistant are unknown, and the calls are the expected ones.',
);

export const open: OpenCalls<Found> = (found) => ok({ sessions: found.map(entryOf) });

function entryOf(found: Found): SessionEntry {
  switch (found.kind) {
    case 'call':
      return sessionEntry(vapiCall, found);
    case 'mock':
      return sessionEntry(mockConversation, found);
    case 'server':
      return sessionEntry(serverCall, serverCallOf(found.messages));
    case 'unreadable':
      return unreadable(found.place);
    default:
      return unreachable(found.kind);
  }
}

/** An unreadable entry stays in the list of sessions so that the numbers of the others do not change. */
const unreadable = (place: Placed['place']): SessionEntry =>
  unreadableEntry('voice', `Entry ${place.join('.')} of this file is not a call of Vapi.`);
