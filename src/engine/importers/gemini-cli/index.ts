import { isRecord, type Value } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import type { FoundConversation } from '../../importing/describing/chat-reading.ts';
import { oneOrMany } from '../../importing/values/elements.ts';
import { elementsAt, entriesAt, fits, type Shape } from '../../importing/values/where.ts';

/**
 * A chat as Gemini CLI saves it: one record, a header line followed by one message per line, or the messages alone; and what it
 * prints with `--output-format json` or `stream-json`.
 * https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/services/chatRecordingService.ts (ConversationRecord)
 */
export const geminiCli = chatImporter({
  id: 'gemini-cli',
  title: 'Gemini CLI chat',
  turns: ['messages', ''],
  message: { type: 'text', id: 'text', timestamp: 'text', content: 'there' },
  find: ({ value }) => chatIn(value),
  reading: async () => (await import('./reading.ts')).reading,
});

/** What `--output-format json` prints: the last answer, and sums over the whole session. */
const printed: Shape = { response: 'text', 'stats.models': 'record', 'stats.tools': 'record' };

const isHeader = (value: Value): boolean => fits(value, { sessionId: 'text', projectHash: 'text' });

function chatIn(value: Value): readonly FoundConversation[] {
  const whole = { value, place: [] };
  if (fits(value, printed)) return [{ holder: whole, messages: [whole] }];
  if (isRecord(value)) return isHeader(value) ? [{ holder: whole, messages: entriesAt(whole, 'messages') }] : [];
  const lines = oneOrMany(value);
  const [header, ...messages] = lines;
  if (fits(header?.value ?? null, { type: ['init'], session_id: 'text', model: 'text', timestamp: 'text' }))
    return header === undefined ? [] : [{ holder: header, messages }];
  if (header !== undefined && isHeader(header.value)) {
    // A record that contains its messages is a complete chat; each further line is then another chat.
    return elementsAt(header.value, 'messages').length > 0 ? [] : [{ holder: header, messages }];
  }
  // Fields that only Gemini CLI writes. The user may type several messages before the first answer.
  const isOwn = lines.slice(0, 20).some((line) => fits(line.value, { id: 'text', type: ['gemini'], content: 'there' }));
  return isOwn ? [{ holder: whole, messages: lines }] : [];
}
