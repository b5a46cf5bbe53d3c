import { isRecord, type Value } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { findAt } from '../../importing/values/where.ts';
import { elementsOf } from '../../importing/values/elements.ts';

/**
 * The Converse API of Amazon Bedrock: messages, requests, responses, invocation logs; Strands Agents keep the same messages.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html
 * https://docs.aws.amazon.com/bedrock/latest/userguide/model-invocation-logging.html
 */
export const bedrockConverse = chatImporter({
  id: 'bedrock-converse',
  title: 'Amazon Bedrock Converse',
  turns: ['', 'messages', 'request.messages', 'input.inputBodyJson.messages'],
  also: ['output.message', 'response.output.message', 'output.outputBodyJson.output.message'],
  message: { role: ['user', 'assistant'], content: 'list', meta: 'absent' },
  isMessage: (message) => blocksOf(message).every(isBlock),
  // An answer that was blocked has no blocks, and says why.
  isOwn: ({ holder, messages }) =>
    messages.some(({ value }) => blocksOf(value).length > 0) ||
    findAt(holder.value, ['stopReason', 'response.stopReason']) !== undefined,
  reading: async () => (await import('./reading.ts')).reading,
});

const blocksOf = (message: Value): readonly Value[] => elementsOf(findAt(message, 'content')?.value ?? null);

/** A block has exactly one of these keys. https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ContentBlock.html */
const keys =
  'text toolUse toolResult reasoningContent image document video audio guardContent cachePoint citationsContent'.split(
    ' ',
  );

function isBlock(block: Value): boolean {
  const [key = '', ...others] = isRecord(block) ? Object.keys(block) : [];
  return others.length === 0 && keys.includes(key);
}
