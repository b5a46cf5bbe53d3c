import { count } from '../ui/format.ts';
import type { TurnTokens } from '../worker/protocol.ts';

/** `1 480 (prompt 1 300, completion 180)`, or `prompt 1 300, completion not recorded`. */
export function tokensInWords({ prompt, completion }: TurnTokens): string {
  const side = (tokens: number | null) => (tokens === null ? 'not recorded' : count(tokens));
  const sides = `prompt ${side(prompt)}, completion ${side(completion)}`;
  return prompt === null || completion === null ? sides : `${count(prompt + completion)} (${sides})`;
}

/**
 * For a narrow column: `1 480`, or `1 300+` if one side was not recorded; empty if the call is counted with another
 * one.
 */
export function tokensInShort({ prompt, completion }: TurnTokens): string {
  if (prompt === 0 && completion === 0) return '';
  return `${count((prompt ?? 0) + (completion ?? 0))}${prompt === null || completion === null ? '+' : ''}`;
}
