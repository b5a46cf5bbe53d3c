import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { readContent, textOf } from '../content/content.ts';
import type { ImportReport } from '../import-report.ts';
import type { CallResult } from '../transcript/transcript.ts';

/**
 * The outcome of an MCP server's tool. https://modelcontextprotocol.io/specification/2025-06-18/server/tools#tool-result
 *
 * | in a result | outcome |
 * | --- | --- |
 * | `isError: true` | errored, with its text |
 * | anything else | successful: `structuredContent`, or else the text |
 */
export function mcpResult(
  content: readonly Value[],
  structured: RecordValue | undefined,
  isError: boolean,
  place: Path,
  report: ImportReport,
): CallResult {
  const isText = content.every((part) => isRecord(part) && part['type'] === 'text');
  const text = isText ? textOf(readContent(content, place, report)) : '';
  if (isError) {
    return { outcome: 'error', output: undefined, reason: text === '' ? 'the result is marked as an error' : text };
  }
  if (structured !== undefined) return { outcome: 'ok', output: structured };
  return { outcome: 'ok', output: isText && content.length > 0 ? text : content };
}
