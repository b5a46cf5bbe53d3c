import { openJson } from '../../model/json-text.ts';
import type { Path } from '../../model/path.ts';
import { valueAt, type Value } from '../../model/value.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { fieldAt, recordAt, textAt } from '../../importing/values/where.ts';

/** `{id, function: {name, arguments}}`, or `{name, arguments, tool_call_id}`. */
export function callOf(value: Value, place: Path, report: ImportReport): RequestedCall | undefined {
  const called = recordAt(value, ['function', '']);
  const name = textAt(called, 'name');
  if (called === undefined || name === undefined) return undefined;
  const id = fieldAt(value, ['id', 'tool_call_id', 'function_call_id']);
  const input = openArguments(valueAt(called, ['arguments']), place, report);
  return { id: typeof id === 'string' ? id : undefined, name, input, place };
}

/** Before version 1, Letta's agents use a tool to send the user a message. */
export const spokenIn = ({ name, input }: RequestedCall): string | undefined =>
  name === 'send_message' ? textAt(input, 'message') : undefined;

/**
 * | in the recording | outcome |
 * | --- | --- |
 * | a return with `status: error` | errored, with its text |
 * | an approval with `approve: false` | restricted: the user said no, for the reason beside it |
 * | a call that requested approval, without a later approval or return | pending: it waits |
 * | a return with any other status | successful; `{status, message, time}` around it is Letta's own and kept |
 */
export function returned(status: string | undefined, output: Value | undefined): CallResult {
  if (status !== 'error') return { outcome: 'ok', output };
  const parsed = typeof output === 'string' ? openJson(output) : output;
  const words = recordAt(parsed, '') === undefined ? parsed : textAt(parsed, 'message');
  const reason = typeof words === 'string' && words !== '' ? words : 'the return’s status is error';
  return { outcome: 'error', output: undefined, reason };
}
