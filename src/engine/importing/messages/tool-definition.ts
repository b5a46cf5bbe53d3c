import { info } from '../import-report.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { opened } from '../values/written-value.ts';

/**
 * Is it the definition of a tool (`{type: "function", function: {name, parameters}}`), which some handlers list among the
 * messages of a prompt as if a tool had said it? Langfuse's handler for LangChain does.
 */
export function isToolDefinition(value: Value | undefined): boolean {
  const content = typeof value === 'string' && definition.test(value.slice(0, 200)) ? opened(value) : value;
  if (content === undefined || !isRecord(content) || content['type'] !== 'function') return false;
  const { function: defined } = content;
  if (defined === undefined || !isRecord(defined) || typeof defined['name'] !== 'string') return false;
  return isRecord(defined['parameters'] ?? null) || typeof defined['description'] === 'string';
}

const definition = /^\s*\{\s*"(?:type|function)"/;

export const noteToolDefinition = info(
  'import/tool-definition',
  '{# definition} of a tool among the messages: not a result, so not shown as turns.',
);
