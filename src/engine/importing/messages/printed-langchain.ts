import { isRecord } from '../../model/value.ts';
import type { RecordValue, Value } from '../../model/value.ts';

/**
 * The role of a message printed by LangChain's `print(message)`, which shows only its fields (`content='hi'
 * additional_kwargs={} …`), without
 * the class. Undefined if the fields are not LangChain's.
 * https://github.com/langchain-ai/langchain/blob/master/libs/core/langchain_core/messages/base.py
 */
export function printedRole(fields: RecordValue): 'user' | 'assistant' | 'results' | undefined {
  if (!('content' in fields) || 'role' in fields || 'type' in fields) return undefined;
  if (typeof fields['tool_call_id'] === 'string') return 'results';
  const { additional_kwargs: more, response_metadata: about, id } = fields;
  if (more === undefined || about === undefined || !isRecord(more) || !isRecord(about)) return undefined;
  const isRun = typeof id === 'string' && /^(?:lc_)?run-/.test(id);
  const isAnswer = isRun || isFull(about) || Array.isArray(fields['tool_calls']) || isFull(fields['usage_metadata']);
  return isAnswer ? 'assistant' : 'user';
}

const isFull = (value: Value | undefined): boolean =>
  value !== undefined && isRecord(value) && Object.keys(value).length > 0;
