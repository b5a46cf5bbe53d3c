import { answersInARow, type AnswerAlone } from '../../importing/transcript/answers-in-a-row.ts';
import { isList, isRecord } from '../../model/value.ts';
import type { Body } from './format.ts';
import type { Conversation } from './shapes.ts';

/** One list of answers for each conversation; undefined where the answers include prompts or no answer continues another. */
export function conversationsOfAnswers(
  conversations: readonly Conversation[],
): readonly (readonly Conversation[])[] | undefined {
  const answers = conversations.flatMap(({ request, response }) =>
    request === undefined && response !== undefined ? [answerIn(response.body)] : [],
  );
  if (answers.length < conversations.length) return undefined;
  return answersInARow(answers)?.map((row) => row.flatMap((index) => conversations[index] ?? []));
}

function answerIn(body: Body): AnswerAlone {
  const { usage, model, created } = body;
  const details = usage?.completion_tokens_details;
  const thought = details !== undefined && isRecord(details) ? details['reasoning_tokens'] : undefined;
  return {
    model,
    created: typeof created === 'number' ? created : undefined,
    prompt: usage?.prompt_tokens,
    completion: usage?.completion_tokens ?? 0,
    thought: typeof thought === 'number' ? thought : 0,
    asksForTools: asksForTools(body),
  };
}

function asksForTools(answer: Body): boolean {
  const [choice] = answer.choices ?? [];
  const message = choice !== undefined && isRecord(choice) ? choice['message'] : undefined;
  const calls = message !== undefined && isRecord(message) ? message['tool_calls'] : undefined;
  return calls !== undefined && isList(calls) && calls.length > 0;
}
