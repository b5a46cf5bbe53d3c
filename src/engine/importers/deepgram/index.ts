import type { Value } from '../../model/value.ts';
import { fieldAt, hasListAt, textAt } from '../../importing/values/where.ts';
import { logOf } from '../../importing/voice/logged-entries.ts';
import { voiceImporter } from '../../importing/voice/voice-importer.ts';

function isOwn(message: Value): boolean {
  switch (textAt(message, 'type')) {
    case 'ConversationText':
      return textAt(message, 'role') !== undefined && textAt(message, 'content') !== undefined;
    case 'FunctionCallRequest':
      return hasListAt(message, 'functions') || fieldAt(message, 'function_call_id') !== undefined;
    case 'Results':
      return hasListAt(message, 'channel.alternatives');
    default:
      return false;
  }
}

export const deepgram = voiceImporter({
  id: 'deepgram',
  title: 'Deepgram messages',
  find: (value) => logOf(value, isOwn),
  load: async () => (await import('./read.ts')).open,
});
