import { journalImporter } from '../../importing/journal/journal-importer.ts';

/**
 * Journals of Kimi Code (`wire.jsonl`, protocol 1.0 to 1.5), and of Kimi CLI, its predecessor.
 * https://github.com/MoonshotAI/kimi-code/blob/main/packages/agent-core-v2/docs/wire-manifest.d.ts
 * https://github.com/MoonshotAI/kimi-cli/blob/main/src/kimi_cli/wire/types.py
 */
export const kimi = journalImporter({
  id: 'kimi',
  title: 'Kimi Code session',
  own: [
    { type: ['metadata'], protocol_version: 'text' },
    { type: ['context.append_loop_event'], 'event.type': 'text' },
    { type: ['turn.prompt'], time: 'number', input: 'there' },
    {
      'message.type': ['TurnBegin', 'StepBegin', 'ContentPart', 'ToolCall', 'ToolResult'],
      'message.payload': 'record',
    },
  ],
  looked: 40,
  load: async () => (await import('./read.ts')).read,
});
