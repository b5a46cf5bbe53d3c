import type { Value } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { fieldAt, textAt } from '../../importing/values/where.ts';

/**
 * The conversations of the data export of Grok: `prod-grok-backend.json`. There is no published definition; many public
 * readers of such files agree on these fields.
 */
export const grokExport = chatImporter({
  id: 'grok-export',
  title: 'Grok data export',
  sessions: ['conversations', ''],
  turns: ['responses'],
  message: { 'response.message': 'text', 'response.sender': 'text' },
  reading: {
    messages: {
      shape: { sender: 'text' },
      kind: (response) => (/^human$/i.test(textAt(response, 'sender') ?? '') ? 'input' : 'llm'),
      text: 'message',
      time: timeOf,
      model: 'model',
    },
    session: {
      tree: {
        id: 'response._id',
        parent: 'response.parent_response_id',
        message: 'response',
        current: 'conversation.leaf_response_id',
      },
      title: 'conversation.title',
      agent: () => 'Grok',
      startedAt: ({ conversation = null }) => timeOf(conversation),
      recording: { conversation: 'conversation.id' },
    },
  },
});

/** A text, or a date of MongoDB: `{$date: {$numberLong: '1769940000000'}}`. */
function timeOf(record: Value): Value | undefined {
  const written = fieldAt(record, ['create_time.$date.$numberLong', 'create_time.$date', 'create_time']);
  return typeof written === 'string' && /^\d{1,15}$/.test(written) ? Number(written) : written;
}
