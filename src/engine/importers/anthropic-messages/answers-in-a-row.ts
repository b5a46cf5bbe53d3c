import { answersInARow } from '../../importing/transcript/answers-in-a-row.ts';
import { plusAny } from '../../importing/transcript/tokens.ts';
import { valueAt } from '../../model/value.ts';
import type { Response } from './format.ts';
import type { Conversation } from './shapes.ts';

/** One list for each conversation that the answers carry on; undefined where they have prompts, or carry on none. */
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
  // The API counts no thoughts apart.
  thought: thinks(body) ? (body.usage?.output_tokens ?? 0) : 0,
  asksForTools: body.content.some((block) => valueAt(block, ['type']) === 'tool_use'),
});

const thinks = ({ content }: Response): boolean => content.some((block) => valueAt(block, ['type']) === 'thinking');

/** What was read from a cache or written to it was part of the prompt. */
export const promptOf = ({ usage }: Response): number | undefined =>
  plusAny(usage?.input_tokens, usage?.cache_creation_input_tokens, usage?.cache_read_input_tokens);
