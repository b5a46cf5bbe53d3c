/** What a model turn says, apart from what the model thought. */
export interface Said {
  readonly text: string | undefined;
  readonly thinking: string | undefined;
}

const [open, close] = ['<think>', '</think>'];

/**
 * A model's text as people read it. Some models, such as DeepSeek R1 and Qwen 3, write their thoughts in tags before the
 * answer, and some programs record both as one text, which is what a rule then sees.
 */
export function saidBy(text: string | undefined, thinking: string | undefined): Said {
  if (text === undefined || thinking !== undefined) return { text, thinking };
  const start = text.length - text.trimStart().length;
  const end = text.startsWith(open, start) ? text.indexOf(close, start) : -1;
  if (end === -1) return { text, thinking };
  return { text: text.slice(end + close.length).trim(), thinking: text.slice(start + open.length, end).trim() };
}
