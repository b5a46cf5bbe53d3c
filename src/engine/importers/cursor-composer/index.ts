import type { RecordValue } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { tokensOf } from '../../importing/messages/any-message.ts';
import { fieldAt, recordAt, textAt } from '../../importing/values/where.ts';

/**
 * A composer of Cursor (`composerData:…` of its database) with its bubbles, or the bubbles alone. There is no published
 * definition; public programs that read the database agree on these fields.
 */
export const cursorComposer = chatImporter({
  id: 'cursor-composer',
  title: 'Cursor composer',
  turns: ['conversation', '', 'bubbles'],
  message: { type: 'number', bubbleId: 'text' },
  reading: {
    messages: {
      kind: ({ type = null }) => (type === 1 ? 'input' : type === 2 ? 'llm' : undefined),
      text: ({ text = null }) => (text === '' ? undefined : text),
      reasoning: 'thinking.text',
      calls: {
        list: 'toolFormerData',
        id: 'toolCallId',
        name: 'name',
        arguments: ['rawArgs', 'params'],
      },
      results: {
        list: 'toolFormerData',
        outcome: (call) => {
          const status = textAt(call, 'status') ?? '';
          const output = fieldAt(call, ['result', 'error']);
          const reason = textAt(call, ['error', 'result']) ?? `the call is marked as ${status}`;
          if (isRefused(call))
            return { outcome: 'blocked_before', output: undefined, reason: 'the user rejected the call' };
          if (status === 'error' || status === 'cancelled') return { outcome: 'error', output: undefined, reason };
          return status === 'completed' || output !== undefined
            ? { outcome: 'ok', output: output ?? null }
            : {
                outcome: 'pending',
                output: undefined,
                reason: `the call is ${status === '' ? 'not finished' : status}`,
              };
        },
      },
      tokens: (bubble) => {
        const counts = recordAt(bubble, 'tokenCount');
        // Cursor writes zeros for what it did not count.
        return counts === undefined || fieldAt(counts, 'outputTokens') === 0 ? undefined : tokensOf(counts);
      },
      model: 'modelInfo.modelName',
      time: 'createdAt',
    },
    session: {
      title: 'name',
      agent: () => 'Cursor',
      startedAt: 'createdAt',
      recording: { composer: 'composerId' },
    },
  },
});

const isRefused = (call: RecordValue): boolean => textAt(call, 'userDecision') === 'rejected';
