import { counted, lost } from '../../importing/import-report.ts';
import { textAt } from '../../importing/values/where.ts';
import { noteSystem } from '../../importing/notes.ts';
import { readerOf } from '../../importing/voice/read-voice.ts';
import type { VoiceFormat } from '../../importing/voice/voice-format.ts';
import { voiceNotes } from '../../importing/voice/voice-notes.ts';
import { instantIn } from '../../importing/voice/voice-times.ts';

/**
 * Events of a chat with Hume's Empathic Voice Interface.
 * https://github.com/HumeAI/hume-python-sdk/blob/main/src/hume/empathic_voice/types/return_chat_event.py
 */
const humeEvi: VoiceFormat = {
  importer: 'hume-evi',
  title: 'a chat with Hume EVI',
  entries: ['events_page', ''],
  log: {
    kind: 'type',
    unread: voiceNotes.unread('hume-evi/event', 'event'),
    time: instantIn('timestamp'),
    kinds: {
      USER_MESSAGE: { holds: 'words', by: 'user', text: 'message_text' },
      AGENT_MESSAGE: { holds: 'words', by: 'agent', text: 'message_text' },
      USER_INTERRUPTION: { holds: 'interruption' },
      SYSTEM_PROMPT: { holds: 'nothing', note: noteSystem },
    },
    otherwise: {
      holds: 'nothing',
      note: lost(
        'hume-evi/tool',
        (n) =>
          `${counted(n, 'event')} of tools: Hume does not document how a call is written into its text, so left out.`,
      ),
    },
  },
  facts: ({ call: { value } }) => ({
    context: { call_id: textAt(value, ['id', '0.chat_id']) },
    recording: {
      platform: 'hume',
      chat_group: textAt(value, 'chat_group_id'),
      status: textAt(value, 'status'),
    },
  }),
};

export const open = readerOf(humeEvi);
