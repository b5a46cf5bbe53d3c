import { entry, isRecord } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { CapabilityInvoked } from '../../systems/a2a/event.ts';
import { textAt } from '../../systems/a2a/wire/field.ts';

/** Outcome of an invocation. */
export type InvocationOutcome = Pick<CapabilityInvoked, 'outcome' | 'output' | 'reason'>;

/**
 * | in the recording | outcome |
 * | --- | --- |
 * | a result whose `error` is not empty, or whose `isError` is true | errored, with its text |
 * | ADK's sentence that a call is rejected | restricted: the user refused |
 * | ADK's sentence that a call requires confirmation, or `status: pending`, and no later result | pending: it waits |
 * | the same with a later result | no invocation of its own |
 * | any other result | successful |
 * | a step of a trace with `error` | errored |
 * | kagent: a requested approval that was denied; not answered before the recording ends | restricted; pending |
 * | a long-running call without any result | pending: it waits |
 * | an approved call, or any other, without any result | no result: its output is unknown |
 */
export function resultOf(response: Value | undefined): InvocationOutcome {
  if (response === undefined) return unknownResult;
  if (!isRecord(response)) return { outcome: 'successful', output: response };
  const error = entry(response, 'error');
  const text = typeof error === 'string' ? error : isRecord(error) ? textAt(error, 'message') : undefined;
  if (text?.startsWith(rejection) === true) return { outcome: 'restricted', reason: text };
  const failed = entry(response, 'isError') === true || entry(response, 'is_error') === true;
  if (!failed && !saysSomething(error)) return { outcome: 'successful', output: response };
  return { outcome: 'errored', output: response, reason: text ?? 'the result says that it is an error' };
}

/** https://github.com/google/adk-python/blob/main/src/google/adk/tools/function_tool.py */
const rejection = 'This tool call is rejected';
const confirmation = 'This tool call requires confirmation';

/** Whether a result says only that the real result follows later. */
export function isPending(response: Value | undefined): boolean {
  if (response === undefined || !isRecord(response)) return false;
  const error = entry(response, 'error');
  return entry(response, 'status') === 'pending' || (typeof error === 'string' && error.startsWith(confirmation));
}

const saysSomething = (error: Value | undefined): boolean =>
  error !== undefined && error !== null && error !== '' && error !== false && error !== 0;

export const unknownResult: InvocationOutcome = { outcome: 'no-result' };

export const denied = (reason: string | undefined): InvocationOutcome => ({
  outcome: 'restricted',
  reason: reason ?? 'the approval was denied',
});

export const waiting: InvocationOutcome = {
  outcome: 'pending',
  reason: 'waiting for an answer when the recording ends',
};

export const stepFailed = (error: Value): InvocationOutcome => ({
  outcome: 'errored',
  reason: typeof error === 'string' ? error : 'the trace has an error for this step',
  ...(typeof error !== 'string' && { output: { error } }),
});

/** Text of an error response: its message, with the details and JSON-RPC's code. */
export function refusalText(error: Value): string {
  const fields = isRecord(error) ? error : {};
  const code = entry(fields, 'code');
  const words = textAt(fields, 'message') ?? 'no message';
  const details = entry(fields, 'data') ?? entry(fields, 'details');
  const more = typeof details === 'string' && details !== '' ? `: ${details}` : '';
  return `${words}${more}${typeof code === 'number' ? ` (${code})` : ''}`;
}
