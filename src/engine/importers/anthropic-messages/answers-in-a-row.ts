import { answersInARow } from '../../importing/transcript/answers-in-a-row.ts';
import { valueAt } from '../../model/value.ts';
import type { Response } from './format.ts';
import type { Conversation } from './shapes.ts';
import { plusAny } from '../../importing/transcript/transcript.ts';

/** One list for each conversation that the answers continue; undefined if they have prompts, or continue no conversation. */
export function conversationsOfAnswers(
  conversations: readonly Conversation[],
): readonly (readonly Conversation[])[] | undefined {
  const answers = conversations.flatMap(({ request, response }) =>
    request === undefined && response !== undefined ? [answerIn(response.body)] : [],
  );
  if (answers.length < conversations.length) return undefined;
  return answersInARow(answers)?.map((row) => row.flatMap((index) => conversations[index] ?? []));
}

const answerIn = (body: Response) => ({
  model: body.model,
  created: undefined,
  prompt: promptOf(body),
  completion: body.usage?.output_tokens ?? 0,
  // The API does not count thoughts separately.
  thought: thinks(body) ? (body.usage?.output_tokens ?? 0) : 0,
  asksForTools: body.content.some((block) => valueAt(block, ['type']) === 'tool_use'),
});

const thinks = ({ content }: Response): boolean => content.some((block) => valueAt(block, ['type']) === 'thinking');

/** Tokens that were read from a cache or written to it are part of the prompt. */
export const promptOf = ({ usage }: Response): number | undefined =>
  plusAny(usage?.input_tokens, usage?.cache_creation_input_tokens, usage?.cache_read_input_tokens);
