import { fits, type Shape } from '../../importing/values/where.ts';
import { logOf } from '../../importing/voice/logged-entries.ts';
import { voiceImporter } from '../../importing/voice/voice-importer.ts';

/** Messages that only this format has. */
const own: readonly Shape[] = [
  { type: ['ConversationText'], role: 'text', content: 'text' },
  { type: ['FunctionCallRequest'], functions: 'list' },
  { type: ['FunctionCallRequest'], function_call_id: 'there' },
  { type: ['Results'], 'channel.alternatives': 'list' },
  { type: ['TurnInfo'], event: 'text', transcript: 'text', turn_index: 'number' },
];

export const deepgram = voiceImporter({
  id: 'deepgram',
  title: 'Deepgram messages',
  find: (value) => logOf(value, (message) => own.some((shape) => fits(message, shape))),
  load: async () => (await import('./read.ts')).open,
});
