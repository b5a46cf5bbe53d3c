import type { Token } from '../parse/token.ts';

export interface Comment {
  readonly at: number;
  /** With its slashes, without blanks at the end. */
  readonly text: string;
  /** True if there is code before it on its line. */
  readonly trails: boolean;
}

/** The comments of a tokenised text: they are in the gaps between its tokens. */
export function commentsIn(text: string, tokens: readonly Token[]): readonly Comment[] {
  const comments: Comment[] = [];
  let gapStart = 0;
  for (const { start, end } of tokens) {
    let lineHasToken = gapStart > 0;
    for (let at = gapStart; at < start;) {
      const stop = text.indexOf('\n', at);
      const lineEnd = stop < 0 || stop > start ? start : stop;
      const slashes = text.indexOf('//', at);
      if (slashes >= 0 && slashes < lineEnd) {
        comments.push({ at: slashes, text: text.slice(slashes, lineEnd).trimEnd(), trails: lineHasToken });
      }
      lineHasToken = false;
      at = lineEnd + 1;
    }
    gapStart = end;
  }
  return comments;
}
