import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';

/**
 * A function's response as a part of an event. ADK writes no outcome; it is derived like this:
 *
 * | in the recording | outcome |
 * | --- | --- |
 * | `response.error` is `This tool call is rejected.`, the framework's own sentence | restricted: the user refused |
 * | `response.error` is set to anything else | errored, with its text |
 * | `response.status` is `error` | errored, with `error_message` or `message` |
 * | `response.isError` is true (a result of an MCP server) | errored, with the text of its content |
 * | the event's `requested_auth_configs` or `requested_tool_confirmations` names the call, and no later response has its id | pending: it waits |
 * | the call is in `long_running_tool_ids`, and its only response is none or says `status: pending` | pending: it waits |
 * | an earlier response to a call that is answered again | no invocation of its own |
 * | the call has no response at all | no result: its output is unknown, and a note says so |
 * | anything else | successful |
 */
export function responsePart(id: string, name: string, response: Value | undefined): RecordValue {
  const part = { type: 'tool_response', tool_call_id: id, tool_name: name };
  const result = response === undefined || response === null ? {} : { result: response };
  const error = response === undefined || response === null ? undefined : errorIn(response);
  if (error === rejected) {
    const metadata = { outcome: 'restricted', reason: 'the user rejected the call' };
    return { ...part, ...result, error: null, metadata };
  }
  return { ...part, ...result, error: error ?? null, metadata: {} };
}

/** https://github.com/google/adk-python/blob/main/src/google/adk/tools/function_tool.py */
const rejected = 'This tool call is rejected.';

function errorIn(response: Value): string | undefined {
  if (!isRecord(response)) return undefined;
  const error = Object.hasOwn(response, 'error') ? response['error'] : undefined;
  if (error !== undefined && error !== null && error !== '' && error !== false) return wordsOf(error, response);
  if (response['status'] === 'error') return wordsOf(response['error_message'] ?? response['message'], response);
  if (response['isError'] === true || response['is_error'] === true) return contentText(response['content']);
  return undefined;
}

function wordsOf(error: Value | undefined, response: RecordValue): string {
  if (typeof error === 'string' && error !== '') return error;
  const inner = error !== undefined && isRecord(error) ? error['message'] : response['message'];
  return typeof inner === 'string' && inner !== '' ? inner : noWords;
}

function contentText(content: Value | undefined): string {
  const parts = content !== undefined && isList(content) ? [...content].filter(isRecord) : [];
  const text = parts.flatMap(({ text: words }) => (typeof words === 'string' ? [words] : [])).join('\n');
  return text === '' ? noWords : text;
}

const noWords = 'the call failed, and the reason is not recorded';

/** The immediate response of a long-running tool whose work continues. */
export const saysPending = (result: Value | undefined): boolean =>
  result !== undefined && isRecord(result) && result['status'] === 'pending';

/** The mark of a call that has not been done yet. */
export const waitsFor = (what: string): RecordValue => ({ outcome: 'waiting', reason: `waits for ${what}` });
