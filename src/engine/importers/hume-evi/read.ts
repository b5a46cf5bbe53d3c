import { info, lost } from '../../importing/import-report.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { entriesAt, fieldAt, textAt } from '../../importing/values/where.ts';
import { noteSystem } from '../../importing/notes.ts';
import { readerOf } from '../../importing/voice/read-voice.ts';
import type { VoiceFormat } from '../../importing/voice/voice-format.ts';
import { instantIn, voiceNotes } from '../../importing/voice/notes-and-times.ts';

const noteTool = lost('hume-evi/tool', '{# event} of tools: left out, because Hume does not document their format.');

/**
 * Events of a chat with Hume's Empathic Voice Interface.
 * https://github.com/HumeAI/hume-python-sdk/blob/main/src/hume/empathic_voice/types/return_chat_event.py
 */
const humeEvi: VoiceFormat = {
  importer: 'hume-evi',
  title: 'a chat with Hume EVI',
  // A page may list the newest event first.
  entries: ({ value, place }) => {
    const events = entriesAt({ value, place }, ['events_page', '']);
    return textAt(value, 'pagination_direction') === 'DESC' ? events.toReversed() : events;
  },
  log: {
    kind: 'type',
    unread: voiceNotes.unread('hume-evi/event', 'event'),
    time: instantIn('timestamp'),
    kinds: {
      USER_MESSAGE: { holds: 'words', by: 'user', text: 'message_text' },
      AGENT_MESSAGE: { holds: 'words', by: 'agent', text: 'message_text' },
      USER_INTERRUPTION: { holds: 'interruption' },
      SYSTEM_PROMPT: { holds: 'nothing', note: noteSystem },
      FUNCTION_CALL: { holds: 'nothing', note: noteTool },
      FUNCTION_CALL_RESPONSE: { holds: 'nothing', note: noteTool },
    },
    otherwise: {
      holds: 'nothing',
      note: info('hume-evi/other', '{# event} about the chat itself: not shown as turns.'),
    },
  },
  facts: ({ call: { value, place }, report }) => ({
    context: { call_id: textAt(value, ['id', '0.chat_id']) },
    started_at: readInstant(fieldAt(value, 'start_timestamp'), [...place, 'start_timestamp'], report),
    recording: {
      platform: 'hume',
      chat_group: textAt(value, 'chat_group_id'),
      status: textAt(value, 'status'),
    },
  }),
};

export const open = readerOf(humeEvi);
