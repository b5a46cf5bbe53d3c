import { entry, isList, isRecord, type Value } from '../../model/value.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import type { ToolCall } from './format.ts';

/**
 * | `status` of a tool call | outcome |
 * | --- | --- |
 * | `success` | successful |
 * | `error` | errored, with `error` or the response's own |
 * | `cancelled` | restricted: the user refused or stopped it |
 * | any other (`awaiting_approval`, `scheduled`, `executing`, …) | no result: the recording ends before it |
 */
export function outcomeOf({ status, error, result }: ToolCall): CallResult | undefined {
  const response = responseIn(result);
  const body = response !== undefined && isRecord(response) ? response : {};
  const failed = error ?? textOf(entry(body, 'error'));
  switch (status) {
    case 'success':
      return { outcome: 'ok', output: entry(body, 'output') ?? response };
    case 'error':
      return {
        outcome: 'error',
        output: undefined,
        reason: failed ?? 'the call failed; the recording does not say why',
      };
    case 'cancelled':
      return { outcome: 'blocked_before', output: undefined, reason: failed ?? 'the user cancelled the call' };
    default:
      return undefined;
  }
}

const textOf = (value: Value | undefined): string | undefined => (typeof value === 'string' ? value : undefined);

/** `[{functionResponse: {response}}]`; other parts beside it (for example files) are kept with it. */
function responseIn(result: Value | undefined): Value | undefined {
  if (result === undefined || result === null || !isList(result)) return result ?? undefined;
  const parts = [...result];
  const [first] = parts;
  const inner = first !== undefined && isRecord(first) ? entry(first, 'functionResponse') : undefined;
  if (parts.length !== 1 || inner === undefined || !isRecord(inner)) return result;
  return entry(inner, 'response');
}
