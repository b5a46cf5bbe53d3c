import { Double, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { RecordedTokens } from '../transcript/transcript.ts';
import { plusAny, tokensTold } from '../transcript/tokens.ts';
import { fieldOf } from './gemini-content.ts';

/** The tokens of a model's answer, as langchain_adk's `llm_response`. */
export function llmResponseOf(answer: RecordValue): RecordValue | null {
  const usage = fieldOf(answer, 'usage_metadata');
  const model = fieldOf(answer, 'model_version');
  const reason = fieldOf(answer, 'finish_reason');
  const { prompt, completion } = (isRecord(usage) ? geminiTokens(usage) : undefined) ?? {};
  const response: RecordValue = {
    ...(typeof model === 'string' && { model_version: model }),
    ...(typeof reason === 'string' && { finish_reason: reason }),
    ...(prompt !== undefined && { input_tokens: prompt }),
    ...(completion !== undefined && { output_tokens: completion }),
    ...(isRecord(usage) && { usage_metadata: usage }),
  };
  return Object.keys(response).length === 0 ? null : response;
}

/**
 * Gemini counts thoughts and the text of answers separately, and both are output; the results of its own tools are part of the
 * prompt. It leaves out counts that are zero: then the total determines the output.
 * https://ai.google.dev/api/generate-content#UsageMetadata
 */
export function geminiTokens(usage: RecordValue): RecordedTokens | undefined {
  const [asked, total] = [countIn(usage, 'prompt_token_count'), countIn(usage, 'total_token_count')];
  const prompt = plusAny(asked, countIn(usage, 'tool_use_prompt_token_count'));
  const [text, thoughts] = [countIn(usage, 'candidates_token_count'), countIn(usage, 'thoughts_token_count')];
  if (text !== undefined || thoughts !== undefined) return tokensTold(prompt, (text ?? 0) + (thoughts ?? 0));
  const rest = prompt === undefined || total === undefined || total < prompt ? undefined : total - prompt;
  return tokensTold(prompt, rest);
}

function countIn(usage: RecordValue, name: string): number | undefined {
  const count: Value | undefined = fieldOf(usage, name);
  const number = count instanceof Double ? count.value : count;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}
