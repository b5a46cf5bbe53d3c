import type { Value } from '../../model/value.ts';
import { fieldAt, textAt } from '../../importing/values/where.ts';
import { voiceImporter } from '../../importing/voice/voice-importer.ts';
import { oneOrMany } from '../../importing/values/elements.ts';

/** Call details have phrases with a speaker, and a length in minutes or a few other fields of their own. */
const isCall = (value: Value): boolean =>
  textAt(value, 'call_id') !== undefined &&
  ['user', 'text'].every((name) => textAt(value, `transcripts.0.${name}`) !== undefined) &&
  ['call_length', 'concatenated_transcript', 'corrected_duration', 'answered_by'].some(
    (name) => fieldAt(value, name) !== undefined,
  );

export const bland = voiceImporter({
  id: 'bland',
  title: 'Bland call',
  find: (value) => oneOrMany(value).filter((one) => isCall(one.value)),
  load: async () => (await import('./read.ts')).open,
});
