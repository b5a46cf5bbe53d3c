import { lost, type ImportReport, notesOf } from '../../importing/import-report.ts';
import { isNewestFirst, noteNewestFirst } from '../../importing/transcript/newest-first.ts';
import { elementsAt, entriesAt, fieldAt, recordAt, textAt } from '../../importing/values/where.ts';
import { readerOf } from '../../importing/voice/read-voice.ts';
import type { VoiceFormat } from '../../importing/voice/voice-format.ts';
import { instantIn, voiceNotes } from '../../importing/voice/notes-and-times.ts';
import type { Placed } from '../../importing/values/elements.ts';

/**
 * A transcript of Contact Lens, the conversational analytics of Amazon Connect: the file after a contact, or the segments
 * of a contact in progress. https://docs.aws.amazon.com/connect/latest/APIReference/API_connect-contact-lens_Transcript.html,
 * https://docs.aws.amazon.com/connect/latest/APIReference/API_RealTimeContactAnalysisSegmentTranscript.html
 */
const contactLens: VoiceFormat = {
  importer: 'contact-lens',
  title: ({ value }) => {
    const id = textAt(value, 'CustomerMetadata.ContactId');
    return id === undefined ? 'a contact' : `contact ${id}`;
  },
  entries: phrasesIn,
  log: ({ call }) => {
    const participants = elementsAt(call.value, 'Participants').map((one) => [
      textAt(one, 'ParticipantId'),
      textAt(one, 'ParticipantRole'),
    ]);
    const roles = new Map(participants.map(([id, role]) => [id, role]));
    return {
      kind: ({ value }) => {
        const id = textAt(value, 'ParticipantId');
        if (textAt(value, 'Content') === undefined) return id === undefined ? undefined : 'event';
        return textAt(value, 'ParticipantRole') ?? roles.get(id) ?? id;
      },
      unread: lost('contact-lens/phrase', '{# phrase} of the transcript could not be read.'),
      // Phrases of a call count milliseconds since its start, and the file does not record the time of the start.
      time: instantIn(moment),
      kinds: {
        CUSTOMER: { holds: 'words', by: 'user', text: 'Content' },
        AGENT: { holds: 'words', by: 'agent', text: 'Content' },
        CUSTOM_BOT: { holds: 'words', by: 'agent', text: 'Content' },
        SYSTEM: { holds: 'words', by: 'agent', text: 'Content' },
        event: { holds: 'nothing', note: notes.event },
      },
      otherwise: [
        { holds: 'nothing', note: notes['other-role'] },
        { holds: 'words', by: 'agent', text: 'Content' },
      ],
    };
  },
  end: ({ entries, report }) => {
    const untimed = entries.filter(({ value }) => textAt(value, moment) === undefined);
    for (const { place } of untimed) withoutStart(place, report);
  },
  facts: ({ call: { value } }) => ({
    context: { call_id: textAt(value, 'CustomerMetadata.ContactId') },
    recording: {
      platform: 'amazon-connect',
      type: textAt(value, 'Channel'),
      language: textAt(value, 'LanguageCode'),
      status: textAt(value, 'JobStatus'),
      duration_ms: fieldAt(value, 'ConversationCharacteristics.TotalConversationDurationMillis'),
      sentiment: recordAt(value, 'ConversationCharacteristics.Sentiment.OverallSentiment'),
      categories: recordAt(value, 'Categories'),
    },
  }),
};

const moment = ['AbsoluteTime', 'Time.AbsoluteTime'];

/** The analysis after a contact has the transcript as a list; the one during a call has it in segments, beside summaries. */
function phrasesIn(call: Placed, report: ImportReport): readonly Placed[] {
  const phrases = entriesAt(call, 'Transcript');
  // The API for participants lists the items of a chat backwards by default.
  const isBackwards = isNewestFirst(phrases, ({ value }) => textAt(value, moment));
  if (isBackwards) noteNewestFirst('contact-lens', report);
  if (phrases.length > 0) return isBackwards ? phrases.toReversed() : phrases;
  return entriesAt(call, 'Segments').flatMap(({ value, place }) => {
    const phrase = recordAt(value, 'Transcript');
    return phrase === undefined ? [] : [{ value: phrase, place: [...place, 'Transcript'] }];
  });
}

const notes = notesOf('contact-lens', {
  info: {
    event: '{# event} of the chat, such as a participant joining: not shown as turns.',
  },
  assumed: {
    'other-role': '{# phrase} of a participant who is neither customer nor agent: shown as the agent’s words.',
  },
});

const withoutStart = voiceNotes.noStart('contact-lens/no-start', 'milliseconds');

export const open = readerOf(contactLens);
