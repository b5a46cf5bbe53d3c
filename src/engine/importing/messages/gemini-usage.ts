import { Double, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { fieldOf } from './gemini-content.ts';

/**
 * What a model's answer cost, as langchain_adk's `llm_response`. Gemini counts thoughts and the text of answers apart,
 * and both are output; it leaves out counts that are zero. https://ai.google.dev/api/generate-content#UsageMetadata
 */
export function llmResponseOf(answer: RecordValue): RecordValue | null {
  const usage = fieldOf(answer, 'usage_metadata');
  const model = fieldOf(answer, 'model_version');
  const reason = fieldOf(answer, 'finish_reason');
  const tokens = isRecord(usage) ? tokensIn(usage) : {};
  const response: RecordValue = {
    ...(typeof model === 'string' && { model_version: model }),
    ...(typeof reason === 'string' && { finish_reason: reason }),
    ...tokens,
  };
  return Object.keys(response).length === 0 ? null : response;
}

function tokensIn(usage: RecordValue): RecordValue {
  const prompt = countIn(usage, 'prompt_token_count');
  const total = countIn(usage, 'total_token_count');
  const tools = countIn(usage, 'tool_use_prompt_token_count') ?? 0;
  const [text, thoughts] = [countIn(usage, 'candidates_token_count'), countIn(usage, 'thoughts_token_count')];
  if (prompt === undefined) return { usage_metadata: usage };
  const input = prompt + tools;
  const isCounted = text !== undefined || thoughts !== undefined;
  const output = isCounted ? (text ?? 0) + (thoughts ?? 0) : total === undefined ? undefined : total - input;
  return { input_tokens: input, ...(output !== undefined && { output_tokens: output }), usage_metadata: usage };
}

function countIn(usage: RecordValue, name: string): number | undefined {
  const count: Value | undefined = fieldOf(usage, name);
  const number = count instanceof Double ? count.value : count;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}
