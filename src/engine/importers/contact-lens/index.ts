import type { Value } from '../../model/value.ts';
import { elementsAt, fieldAt, numberAt, textAt } from '../../importing/values/where.ts';
import { voiceImporter } from '../../importing/voice/voice-importer.ts';

/** A phrase of a call has an offset in milliseconds, a message of a chat has a point in time. */
const isPhrase = (phrase: Value | undefined): boolean =>
  textAt(phrase, 'ParticipantId') !== undefined &&
  (numberAt(phrase, ['BeginOffsetMillis', 'Time.BeginOffsetMillis']) !== undefined ||
    textAt(phrase, ['AbsoluteTime', 'Time.AbsoluteTime']) !== undefined);

/** A segment may hold a category or an event instead. At most this many are examined. */
const sample = 20;

const phraseIn = (segment: Value): Value | undefined => fieldAt(segment, 'Transcript');

export const contactLens = voiceImporter({
  id: 'contact-lens',
  title: 'Amazon Connect Contact Lens transcript',
  find: (value) =>
    [fieldAt(value, 'Transcript.0'), ...elementsAt(value, 'Segments').slice(0, sample).map(phraseIn)].some(isPhrase)
      ? [{ value, place: [] }]
      : [],
  load: async () => (await import('./read.ts')).open,
});
