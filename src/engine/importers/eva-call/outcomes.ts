import { openJson } from '../../model/json-text.ts';
import { isRecord } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { RecordedToolEnd } from '../../importing/transcript/call-log.ts';

/**
 * | in the tool's response | outcome |
 * | --- | --- |
 * | `status: "error"` | errored, with its `message`, or its `error_type` where it has none |
 * | anything else | successful |
 *
 * EVA restricts no call: an agent that may not do something is told so in its prompt.
 */
export function endOf(response: Value | undefined): Pick<RecordedToolEnd, 'outcome' | 'output' | 'error'> {
  const told = typeof response === 'string' ? openJson(response) : response;
  if (!isRecord(told) || told['status'] !== 'error') return { outcome: 'ok', output: response };
  const { message, error_type } = told;
  const reason = [message, error_type].find((text) => typeof text === 'string' && text !== '');
  return { outcome: 'error', output: response, error: typeof reason === 'string' ? reason : 'status: error' };
}
