import { type RecordedTokens, tokensTold } from '../../importing/transcript/transcript.ts';
import type { TokenUsage } from './format.ts';

export function tokensOf(usage: TokenUsage | undefined): RecordedTokens | undefined {
  const { input_tokens: prompt, output_tokens: completion } = usage ?? {};
  return tokensTold(prompt, completion);
}
