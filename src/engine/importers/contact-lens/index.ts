import type { Value } from '../../model/value.ts';
import { fieldAt, numberAt, textAt } from '../../importing/values/where.ts';
import { voiceImporter } from '../../importing/voice/voice-importer.ts';

/** A phrase of a call has an offset in milliseconds, a message of a chat has a point in time. */
const isPhrase = (phrase: Value | undefined): boolean =>
  textAt(phrase, 'ParticipantId') !== undefined &&
  (numberAt(phrase, 'BeginOffsetMillis') !== undefined || textAt(phrase, 'AbsoluteTime') !== undefined);

export const contactLens = voiceImporter({
  id: 'contact-lens',
  title: 'Amazon Connect Contact Lens transcript',
  find: (value) =>
    ['Transcript.0', 'Segments.0.Transcript'].some((first) => isPhrase(fieldAt(value, first)))
      ? [{ value, place: [] }]
      : [],
  load: async () => (await import('./read.ts')).open,
});
