import { journalImporter } from '../../importing/journal/journal-importer.ts';

/**
 * Events of a session of GitHub Copilot CLI: the log it keeps (`events.jsonl`), or what `--output-format json` prints.
 * https://github.com/github/copilot-sdk/blob/main/docs/features/streaming-events.md
 */
export const copilotCli = journalImporter({
  id: 'copilot-cli',
  title: 'Copilot CLI session',
  own: [
    { type: ['session.start'], 'data.sessionId': 'text' },
    { type: ['user.message'], 'data.content': 'there', parentId: 'there' },
    { type: ['assistant.message'], 'data.messageId': 'text' },
    { type: ['tool.execution_start'], 'data.toolCallId': 'text', 'data.toolName': 'text' },
    { type: ['tool.execution_complete'], 'data.toolCallId': 'text' },
  ],
  looked: 60,
  load: async () => (await import('./read.ts')).read,
});
