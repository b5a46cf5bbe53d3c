import { isList, isRecord } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import { opened } from '../values/written-value.ts';

const types = new Set<Value>([
  'text',
  'image',
  'image_url',
  'document',
  'file',
  'blob',
  'uri',
  'input_text',
  'output_text',
  'tool_use',
  'tool_result',
  'tool_call',
  'tool_call_response',
  'tool-call',
  'tool-result',
]);

/** Is it a list of a message’s parts, in the form of OpenAI, Anthropic, OpenTelemetry or Bedrock? */
export const isPartList = (value: Value): boolean => isList(value) && [...value].every(isPart);

function isPart(value: Value): boolean {
  if (!isRecord(value)) return false;
  const { type } = value;
  return type === undefined ? ['text', 'toolUse', 'toolResult'].some((key) => key in value) : types.has(type);
}

/**
 * OpenLLMetry and Strands write a message’s parts as JSON: `"[{\"type\": \"text\", …}]"`. Plain text in brackets stays
 * text.
 */
export function withParts(message: Value): Value {
  const content = isRecord(message) ? message['content'] : undefined;
  if (!isRecord(message) || typeof content !== 'string' || !/^\s*\[\s*\{/.test(content)) return message;
  const parts = opened(content);
  return isPartList(parts) ? { ...message, content: parts } : message;
}
