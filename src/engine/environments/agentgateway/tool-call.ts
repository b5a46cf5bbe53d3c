import { ComputedMap } from '../../model/computed-map.ts';
import type { Decisions } from '../../model/decisions.ts';
import type { Invocation } from '../../model/history.ts';
import type { RecordedResults } from '../../model/recorded-results.ts';
import { entry, isList, isMap, isRecord, Unknown, type Value } from '../../model/value.ts';
import { unset } from './attribute-values.ts';
import { resultText } from './prompt-column.ts';

/**
 * `mcp.tool.result`. A tool that failed returns a result as well, with `isError`; a call that did not run has none. What a
 * recording holds of a result is its content.
 */
export function resultOf(
  invocation: Invocation,
  results: RecordedResults,
  decisions: Decisions,
): Value | typeof unset | undefined {
  const { outcome } = invocation;
  if (outcome === 'pending' || outcome === 'no-result') return undefined;
  if (outcome === 'errored') return content(() => resultText(invocation), undefined, true);
  const output = results.outputOf(invocation, decisions);
  if (outcome === 'restricted' && output === null) return unset;
  if (output === undefined || output instanceof Unknown) return undefined;
  if (isRecord(output) && isContent(entry(output, 'content'))) return { isError: false, ...output };
  return content(() => resultText(invocation), isMap(output) ? output : undefined, false);
}

/** A result that was recorded in MCP's own form. */
function isContent(value: Value | undefined): boolean {
  return (
    value !== undefined &&
    isList(value) &&
    value.length > 0 &&
    [...value].every((part) => isMap(part) && typeof entry(part, 'type') === 'string')
  );
}

function content(text: () => Value, structured: Value | undefined, isError: boolean): Value {
  const keys = structured === undefined ? ['content', 'isError'] : ['content', 'structuredContent', 'isError'];
  return new ComputedMap(keys, (key) => {
    if (key === 'isError') return isError;
    return key === 'content' ? [{ type: 'text', text: text() }] : (structured ?? null);
  });
}

/** `mcp.tool.error`: of a call that did not run, because it was not allowed. */
export function errorOf({ outcome, output, reason }: Invocation): Value | typeof unset | undefined {
  if (outcome === 'pending' || outcome === 'no-result') return undefined;
  if (outcome !== 'restricted' || output !== null) return unset;
  const path = ['mcp', 'tool', 'error'];
  return { code: new Unknown([[...path, 'code']]), message: reason ?? new Unknown([[...path, 'message']]) };
}
