import type { Value } from '../../model/value.ts';
import { fieldAt, numberAt, textAt } from '../../importing/values/where.ts';
import { voiceImporter } from '../../importing/voice/voice-importer.ts';

/** A phrase of a call has an offset in milliseconds, a message of a chat has a point in time. */
const isPhrase = (phrase: Value | undefined): boolean =>
  textAt(phrase, 'ParticipantId') !== undefined &&
  (numberAt(phrase, 'BeginOffsetMillis') !== undefined || textAt(phrase, 'AbsoluteTime') !== undefined);

/** The analysis after a contact has the transcript as a list; the one during a call has it in segments. */
function listOf(value: Value): 'Transcript' | 'Segments' | undefined {
  if (isPhrase(fieldAt(value, 'Transcript.0'))) return 'Transcript';
  return isPhrase(fieldAt(value, 'Segments.0.Transcript')) ? 'Segments' : undefined;
}

export const contactLens = voiceImporter({
  id: 'contact-lens',
  title: 'Amazon Connect Contact Lens transcript',
  find: (value) => {
    const list = listOf(value);
    return list === undefined ? [] : [{ value, place: [], list }];
  },
  load: async () => (await import('./read.ts')).open,
});
