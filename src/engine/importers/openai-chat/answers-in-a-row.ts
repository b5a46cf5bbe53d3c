import { isList, isRecord } from '../../model/value.ts';
import type { Body } from './format.ts';
import type { Conversation } from './shapes.ts';

/**
 * Answers of a model that were printed one after the other, without what was said to it. They carry on one conversation
 * where each prompt has room for the prompt before it and the answer to that; whoever prints the answers of many
 * conversations prints prompts of all sizes. Undefined where they are no such answers; one list for each conversation.
 */
export function answersInARow(
  conversations: readonly Conversation[],
): readonly (readonly Conversation[])[] | undefined {
  const answers = conversations.map(({ request, response }) => (request === undefined ? response?.body : undefined));
  if (answers.length < 2 || answers.includes(undefined)) return undefined;
  const goesOn = answers.map((answer, index) => index > 0 && carriesOn(answers[index - 1], answer));
  const links = goesOn.filter(Boolean).length;
  if (links < fairPart * (answers.length - 1) || !isTold(answers, goesOn)) return undefined;
  const rows: Conversation[][] = [];
  for (const [index, conversation] of conversations.entries()) {
    if (goesOn[index] === true) rows.at(-1)?.push(conversation);
    else rows.push([conversation]);
  }
  return rows;
}

/** A few conversations may follow one another: where the next begins, its prompt is small again. */
const fairPart = 0.8;
/** Prompts of so many unrelated answers do not grow by chance. */
const enough = 4;

/** Of fewer, one has to ask for tools: something is known to have come after it. */
const isTold = (answers: readonly (Body | undefined)[], goesOn: readonly boolean[]): boolean =>
  answers.length >= enough || answers.some((answer, index) => goesOn[index + 1] === true && asksForTools(answer));

function carriesOn(before: Body | undefined, after: Body | undefined): boolean {
  if (before === undefined || after === undefined || before.model !== after.model) return false;
  if (isEarlier(after.created, before.created)) return false;
  const [old, next] = [before.usage, after.usage];
  if (old?.prompt_tokens === undefined || next?.prompt_tokens === undefined) return false;
  // What the model thought is paid for as an answer, and most are not given it again.
  return next.prompt_tokens >= old.prompt_tokens + Math.max(1, (old.completion_tokens ?? 0) - thoughtTokens(before));
}

const isEarlier = (a: unknown, b: unknown): boolean => typeof a === 'number' && typeof b === 'number' && a < b;

function thoughtTokens({ usage }: Body): number {
  const details = usage?.completion_tokens_details;
  const thought = details !== undefined && isRecord(details) ? details['reasoning_tokens'] : undefined;
  return typeof thought === 'number' ? thought : 0;
}

function asksForTools(answer: Body | undefined): boolean {
  const [choice] = answer?.choices ?? [];
  const message = choice !== undefined && isRecord(choice) ? choice['message'] : undefined;
  const calls = message !== undefined && isRecord(message) ? message['tool_calls'] : undefined;
  return calls !== undefined && isList(calls) && calls.length > 0;
}
