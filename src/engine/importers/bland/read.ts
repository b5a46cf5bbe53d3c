import { info } from '../../importing/import-report.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { fieldAt, recordAt, textAt } from '../../importing/values/where.ts';
import { callTitle, readerOf } from '../../importing/voice/read-voice.ts';
import type { VoiceFormat } from '../../importing/voice/voice-format.ts';
import { instantIn, voiceNotes } from '../../importing/voice/notes-and-times.ts';

/** Call details of Bland. https://docs.bland.ai/api-v1/get/calls-id */
const bland: VoiceFormat = {
  importer: 'bland',
  title: callTitle('call_id'),
  entries: 'transcripts',
  log: {
    kind: 'user',
    unread: voiceNotes.unread('bland/phrase', 'phrase'),
    time: instantIn('created_at'),
    kinds: {
      user: { holds: 'words', by: 'user', text: 'text' },
      assistant: { holds: 'words', by: 'agent', text: 'text' },
      robot: { holds: 'words', by: 'agent', text: 'text' },
    },
    otherwise: {
      holds: 'nothing',
      note: info(
        'bland/action',
        '{# remark} of the platform about what the agent did, such as pressing a key: not shown as turns.',
      ),
    },
  },
  facts: ({ call: { value, place }, report }) => {
    const instant = (...names: readonly string[]) => readInstant(fieldAt(value, names), place, report);
    return {
      context: { call_id: textAt(value, 'call_id'), user: recordAt(value, 'variables') },
      started_at: instant('started_at', 'created_at'),
      recording: {
        platform: 'bland',
        status: textAt(value, 'status'),
        answered_by: textAt(value, 'answered_by'),
        ended_by: textAt(value, 'call_ended_by'),
        ended_at: instant('end_at'),
        duration_minutes: fieldAt(value, 'call_length'),
        cost: fieldAt(value, 'price'),
        summary: textAt(value, 'summary'),
        analysis: recordAt(value, 'analysis'),
      },
    };
  },
};

export const open = readerOf(bland);
