import { recordAt } from '../../importing/values/where.ts';
import { readerOf } from '../../importing/voice/read-voice.ts';
import type { VoiceFormat } from '../../importing/voice/voice-format.ts';
import { voiceNotes } from '../../importing/voice/notes-and-times.ts';

/** Messages of a call of Ultravox. https://docs.ultravox.ai/api-reference/calls/calls-messages-list */
const ultravox: VoiceFormat = {
  importer: 'ultravox',
  title: 'a call with Ultravox',
  entries: ['results', ''],
  log: {
    kind: 'role',
    unread: voiceNotes.unread('import/message', 'message'),
    // Messages count seconds since the caller joined, and the list does not say when that was.
    time: () => undefined,
    kinds: {
      MESSAGE_ROLE_USER: { holds: 'words', by: 'user', text: 'text' },
      MESSAGE_ROLE_AGENT: { holds: 'words', by: 'agent', text: 'text' },
      MESSAGE_ROLE_TOOL_CALL: { holds: 'calls', id: 'invocation_id', name: 'tool_name', arguments: 'text' },
      MESSAGE_ROLE_TOOL_RESULT: {
        holds: 'results',
        id: 'invocation_id',
        name: 'tool_name',
        output: 'text',
        failure: { field: 'error_details' },
      },
    },
    otherwise: { holds: 'nothing', note: voiceNotes.unread('import/message', 'message') },
  },
  end: ({ entries, report }) => {
    const timed = entries.filter(({ value }) => recordAt(value, 'timespan') ?? recordAt(value, 'wall_clock_timespan'));
    for (const { place } of timed) withoutStart(place, report);
  },
  facts: () => ({ recording: { platform: 'ultravox' } }),
};

const withoutStart = voiceNotes.noStart('ultravox/no-start', 'seconds');

export const open = readerOf(ultravox);
