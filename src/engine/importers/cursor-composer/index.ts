import type { RecordValue, Value } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import type { Entry } from '../../importing/describing/chat-reading.ts';
import { tokensOf } from '../../importing/messages/any-message.ts';
import type { Placed } from '../../importing/values/elements.ts';
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
      joins: 'blocks',
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
      arrange: answersOf,
    },
  },
});

const isRefused = (call: RecordValue): boolean => textAt(call, 'userDecision') === 'rejected';

/**
 * Each call is a bubble of its own: those that one answer of the model requested follow one another and name it. Reasoning, too,
 * is a bubble before the rest of its answer.
 */
function answersOf(bubbles: readonly Placed[]): readonly Entry[] {
  const entries: (Placed & { more: Placed[] })[] = [];
  let latest: string | undefined;
  let isThought = false;
  for (const bubble of bubbles) {
    const call = textAt(bubble.value, 'toolFormerData.modelCallId');
    const isSame = call !== undefined && call !== '' && call === latest;
    const isAnswer = fieldAt(bubble.value, 'type') === 2;
    if (isAnswer && (isSame || isThought)) entries.at(-1)?.more.push(bubble);
    else entries.push({ ...bubble, more: [] });
    latest = call;
    isThought = isAnswer && isReasoningAlone(bubble.value);
  }
  return entries;
}

const isReasoningAlone = (bubble: Value): boolean =>
  (textAt(bubble, 'thinking.text') ?? '') !== '' &&
  (textAt(bubble, 'text') ?? '') === '' &&
  recordAt(bubble, 'toolFormerData') === undefined;
