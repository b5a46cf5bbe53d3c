import { isRecord, type RecordValue } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import { fieldAt, textAt } from '../../importing/values/where.ts';

/**
 * A thread of Amp, as it keeps and exports it. There is no published definition; public programs that read such files
 * agree on these fields.
 */
export const amp = chatImporter({
  id: 'amp',
  title: 'Amp thread',
  turns: ['messages'],
  message: { role: 'text', messageId: 'there', content: 'list' },
  isKnownByOne: true,
  isOwn: ({ holder }) =>
    (textAt(holder.value, 'id') ?? '').startsWith('T-') && fieldAt(holder.value, 'created') !== undefined,
  reading: {
    messages: {
      kind: { field: 'role', values: { user: 'input', assistant: 'llm', info: 'system' } },
      time: ['usage.timestamp', 'meta.sentAt'],
      model: 'usage.model',
      tokens: { prompt: ['usage.totalInputTokens', 'usage.inputTokens'], completion: 'usage.outputTokens' },
      end: 'state.stopReason',
      items: {
        list: 'content',
        kind: {
          field: 'type',
          values: {
            text: 'text',
            tool_use: 'call',
            tool_result: 'result',
            thinking: 'reasoning',
            redacted_thinking: 'reasoning',
          },
          otherwise: 'content',
        },
        calls: { id: 'id', name: 'name', arguments: 'input' },
        results: { id: 'toolUseID', outcome: outcomeOf },
      },
    },
    session: {
      title: 'title',
      agent: () => 'Amp',
      startedAt: 'created',
      recording: { thread: 'id', mode: 'agentMode' },
    },
  },
});

/** A run that is not over has no result yet. */
function outcomeOf({ run = null }: RecordValue): CallResult {
  const status = textAt(run, 'status') ?? '';
  const reason = textAt(run, ['error.message', 'error', 'reason']) ?? `the run is marked as ${status}`;
  if (status === 'done') return { outcome: 'ok', output: fieldAt(run, 'result') ?? null };
  if (status.startsWith('rejected')) return { outcome: 'blocked_before', output: undefined, reason };
  if (status === 'error' || /^cancell?ed/.test(status)) return { outcome: 'error', output: undefined, reason };
  return { outcome: 'pending', output: undefined, reason: isRecord(run) ? `the run is ${status}` : reason };
}
