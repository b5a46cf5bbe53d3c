import type { Tokens } from '../../importing/transcript/transcript.ts';
import type { TokenUsage } from './format.ts';

export function tokensOf(usage: TokenUsage | undefined): Tokens | undefined {
  const { input_tokens: prompt, output_tokens: completion } = usage ?? {};
  return prompt === undefined || completion === undefined ? undefined : { prompt, completion };
}
