import { isRecord } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';

/** `{id, function: {name, arguments}}`, or `{name, arguments, tool_call_id}`. */
export function callOf(value: Value, place: Path, report: ImportReport): RequestedCall | undefined {
  if (!isRecord(value)) return undefined;
  const holder = value['function'];
  const called = holder !== undefined && isRecord(holder) ? holder : value;
  const { name } = called;
  if (typeof name !== 'string') return undefined;
  const id = value['id'] ?? value['tool_call_id'] ?? value['function_call_id'];
  const input = openArguments(called['arguments'], place, report);
  return { id: typeof id === 'string' ? id : undefined, name, input, place };
}

/** Before version 1, Letta's agents use a tool to send the user a message. */
export function spokenIn({ name, input }: RequestedCall): string | undefined {
  const message = name === 'send_message' && input !== undefined && isRecord(input) ? input['message'] : undefined;
  return typeof message === 'string' ? message : undefined;
}
