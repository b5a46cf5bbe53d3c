/** The facts of a model's answer whose prompt is not recorded. */
export interface AnswerAlone {
  readonly model: string | undefined;
  /** In seconds since 1970, if known. */
  readonly created: number | undefined;
  /** Tokens of the whole prompt, including those from a cache. */
  readonly prompt: number | undefined;
  readonly completion: number;
  /** The reasoning tokens in the completion: most models do not receive their reasoning again. */
  readonly thought: number;
  readonly asksForTools: boolean;
}

/**
 * Answers of a model that were printed one after the other, without their prompts. They continue one conversation
 * if each prompt is large enough for the previous prompt and its answer; a program that prints the answers of many
 * conversations prints prompts of all sizes. Undefined if they are not such answers; one list of indices for each
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

/** If there are fewer, one has to request tools: then something must have followed it. */
const isEvident = (answers: readonly AnswerAlone[], goesOn: readonly boolean[]): boolean =>
  answers.length >= enough || answers.some(({ asksForTools }, index) => goesOn[index + 1] === true && asksForTools);

function carriesOn(before: AnswerAlone | undefined, after: AnswerAlone): boolean {
  if (before?.prompt === undefined || after.prompt === undefined || before.model !== after.model) return false;
  if (before.created !== undefined && after.created !== undefined && after.created < before.created) return false;
  return after.prompt >= before.prompt + Math.max(1, before.completion - before.thought);
}

export const answersInARowNote = (count: number): string =>
  `${count} answers of the model, each to a prompt that has grown by the one before: taken for one conversation. What was said to the model is not in the text.`;
