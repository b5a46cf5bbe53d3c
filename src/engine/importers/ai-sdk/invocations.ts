import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { outcomeOf } from '../../importing/messages/any-message-parts.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { type CallResult, waiting } from '../../importing/transcript/transcript.ts';
import { Invocation } from './format.ts';

/** A part that is a tool call, with its result; undefined if it is not a call. */
export function invocationIn(value: Value, type: string, place: Path, report: ImportReport): RequestedCall | undefined {
  const parsed = v.safeParse(Invocation, value);
  if (!parsed.success) return undefined;
  const { toolCallId: id, toolName, input, args } = parsed.output;
  const name = toolName ?? (type.startsWith('tool-') ? type.slice('tool-'.length) : 'unknown');
  const result = resultOf(parsed.output, place, report);
  return { id, name, input: openArguments(input ?? args, place, report), place, result };
}

/**
 * | `state` of a call | outcome |
 * | --- | --- |
 * | `output-available`, `result` | successful |
 * | `output-error` | errored, with its `errorText` |
 * | `output-denied`, or `approval-responded` that does not approve | restricted, with the reason given |
 * | `approval-requested` | pending: it waits |
 * | any other | no result |
 */
function resultOf(invocation: Invocation, place: Path, report: ImportReport): CallResult | undefined {
  const { state, output, result, errorText, approval } = invocation;
  switch (state) {
    case 'output-available':
      return outcomeOf(output, false, [...place, 'output'], report);
    case 'result':
      return outcomeOf(result, false, [...place, 'result'], report);
    case 'output-error':
      return { outcome: 'error', output: undefined, reason: errorText ?? 'the recording says that it failed, not why' };
    case 'approval-requested':
      return waiting('waits for the user’s approval');
    case 'output-denied':
    case 'approval-responded':
      if (state === 'approval-responded' && approval?.approved !== false) return undefined;
      return { outcome: 'blocked_before', output: undefined, reason: approval?.reason ?? 'the user did not approve' };
    default:
      return undefined;
  }
}
