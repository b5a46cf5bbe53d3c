/** What an answer of a model says of itself, where the prompt is not on record. */
export interface AnswerAlone {
  readonly model: string | undefined;
  /** In seconds since 1970, where it is known. */
  readonly created: number | undefined;
  /** Tokens of all that was said to the model, from a cache too. */
  readonly prompt: number | undefined;
  readonly completion: number;
  /** Of the completion, what the model thought: most are not given it again. */
  readonly thought: number;
  readonly asksForTools: boolean;
}

/**
 * Answers of a model that were printed one after the other, without what was said to it. They carry on one conversation
 * where each prompt has room for the prompt before it and the answer to that; a program that prints the answers of many
 * conversations prints prompts of all sizes. Undefined where they are no such answers; one list of indices for each
 * conversation.
 */
export function answersInARow(answers: readonly AnswerAlone[]): readonly (readonly number[])[] | undefined {
  if (answers.length < 2) return undefined;
  const goesOn = answers.map((answer, index) => carriesOn(answers[index - 1], answer));
  const links = goesOn.filter(Boolean).length;
  if (links < fairPart * (answers.length - 1) || !isEvident(answers, goesOn)) return undefined;
  const rows: number[][] = [];
  for (const index of answers.keys()) {
    if (goesOn[index] === true) rows.at(-1)?.push(index);
    else rows.push([index]);
  }
  return rows;
}

/** A few conversations may follow one another: where the next begins, its prompt is small again. */
const fairPart = 0.8;
/** Prompts of so many unrelated answers do not grow by chance. */
const enough = 4;

/** Of fewer, one has to ask for tools: something is known to have come after it. */
const isEvident = (answers: readonly AnswerAlone[], goesOn: readonly boolean[]): boolean =>
  answers.length >= enough || answers.some(({ asksForTools }, index) => goesOn[index + 1] === true && asksForTools);

function carriesOn(before: AnswerAlone | undefined, after: AnswerAlone): boolean {
  if (before?.prompt === undefined || after.prompt === undefined || before.model !== after.model) return false;
  if (before.created !== undefined && after.created !== undefined && after.created < before.created) return false;
  return after.prompt >= before.prompt + Math.max(1, before.completion - before.thought);
}

export const answersInARowNote = (count: number): string =>
  `${count} answers of the model, each to a prompt that has grown by the one before: taken for one conversation. What was said to the model is not in the text.`;
