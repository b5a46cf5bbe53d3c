import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { reasonIn } from '../../importing/content/reason-in.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { failed } from '../../importing/transcript/call-ends.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { elementsAt, fieldAt, textAt } from '../../importing/values/where.ts';

const call = { id: 'toolCallId', name: 'toolName', arguments: ['input', 'args'] };
const result = { id: 'toolCallId', content: ['output', 'result', 'error'] };
const answer = {
  kind: () => 'llm' as const,
  tokens: 'usage',
  end: 'finishReason',
  model: 'response.modelId',
  time: 'response.timestamp',
  finish: (message: NormalizedMessage, step: RecordValue) => [withInvalidCalls(message, step)],
};

/** A call that does not fit its tool is not carried out. It has its error itself, and perhaps as a part of the content. */
function withInvalidCalls(message: NormalizedMessage, step: RecordValue): NormalizedMessage {
  const errors = new Map<string | undefined, Value>();
  for (const one of elementsAt(step, ['content', 'toolCalls']))
    if (fieldAt(one, 'invalid') === true) errors.set(textAt(one, 'toolCallId'), fieldAt(one, 'error') ?? null);
  if (errors.size === 0) return message;
  const answered = new Set((message.results ?? []).map(({ mark }) => mark.id));
  const calls = (message.calls ?? []).map((one) => {
    const error = answered.has(one.id) ? undefined : errors.get(one.id);
    return error === undefined ? one : { ...one, result: failed(reasonIn(error)) };
  });
  return { ...message, calls };
}

const parts = {
  text: 'text',
  reasoning: 'reasoning',
  'tool-call': 'call',
  'tool-result': 'result',
  'tool-error': 'result',
  'tool-approval-request': 'skip',
  source: 'skip',
  file: 'file',
} as const;

/**
 * Steps of the AI SDK as a program logs them, one after the other: what `onStepFinish` is given, whole or the fields that an
 * example picks from it. They say what the model did, and not what it was asked.
 * https://github.com/vercel/ai/blob/main/packages/ai/src/generate-text/step-result.ts
 */
export const aiSdkSteps = chatImporter({
  id: 'ai-sdk-steps',
  title: 'AI SDK steps',
  turns: ['', 'steps'],
  // A step with messages of its own is read by them.
  message: [
    { content: 'list', finishReason: 'text', usage: 'record', 'response.messages.0': 'absent' },
    { toolCalls: 'list', toolResults: 'list', finishReason: 'text', 'response.messages.0': 'absent' },
  ],
  isMessage: (step) =>
    elementsAt(step, ['content', 'toolCalls']).every((part) => Object.hasOwn(parts, textAt(part, 'type') ?? '')),
  isOwn: ({ messages }) =>
    messages.some(({ value }) => elementsAt(value, ['content', 'toolCalls', 'steps']).length > 0),
  reading: {
    messages: [
      {
        ...answer,
        shape: { content: 'list' },
        items: {
          list: 'content',
          kind: { field: 'type', values: parts, otherwise: 'content' },
          calls: call,
          results: { ...result, flag: (part) => textAt(part, 'type') === 'tool-error' },
          file: { data: 'file.base64Data', mimeType: 'file.mediaType', otherwise: 'application/octet-stream' },
        },
      },
      {
        ...answer,
        text: 'text',
        reasoning: ['reasoningText', 'reasoning'],
        calls: { ...call, list: 'toolCalls' },
        results: { ...result, list: 'toolResults' },
      },
    ],
    session: { agent: () => 'AI SDK' },
  },
});
