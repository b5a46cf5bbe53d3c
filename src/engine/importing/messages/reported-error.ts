import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { opened } from '../values/written-value.ts';

/**
 * The error in a result, for programs that return errors as results. Only forms with no other meaning:
 *
 * | by | form |
 * | --- | --- |
 * | Mastra, of arguments or results that do not fit | `{error: true, message, validationErrors}` |
 * | Mastra, of a tool that threw | a serialised `MastraError`: `{code or id: "TOOL_EXECUTION_FAILED", domain: "TOOL", category}`, the last two perhaps within `details` |
 * | MCP, whose results AI SDK and Mastra forward unchanged | `{isError: true, content: […]}` |
 *
 * https://github.com/mastra-ai/mastra/blob/main/packages/core/src/tools/validation.ts
 * https://modelcontextprotocol.io/specification/2025-06-18/server/tools#tool-result
 */
export function reportedError(result: Value | undefined): RecordValue | undefined {
  const value = typeof result === 'string' && signs.test(result) ? opened(result) : result;
  return isRecord(value) && isError(value) ? value : undefined;
}

function isError(value: RecordValue): boolean {
  if (value['isError'] === true) return isList(value['content'] ?? null);
  if (value['error'] === true) return typeof value['message'] === 'string' && 'validationErrors' in value;
  const isFailed = value['id'] === failed || value['code'] === failed;
  const { details } = value;
  const marks = value['domain'] === undefined && details !== undefined && isRecord(details) ? details : value;
  return isFailed && marks['domain'] === 'TOOL' && typeof marks['category'] === 'string';
}

const failed = 'TOOL_EXECUTION_FAILED';

const signs = /"validationErrors"|"TOOL_EXECUTION_FAILED"|"isError"/;
