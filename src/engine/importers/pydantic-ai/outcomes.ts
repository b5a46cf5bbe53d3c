import { openJson } from '../../model/json-text.ts';
import { isList, isRecord } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import type { Part } from './format.ts';

/**
 * | part | outcome | reason |
 * | --- | --- | --- |
 * | `ToolReturnPart(outcome='denied')` | restricted: the user said no | its content |
 * | `ToolReturnPart(outcome='failed')` | errored | its content |
 * | `RetryPromptPart` of a tool: wrong arguments, `ModelRetry`, or no such tool | errored | its content |
 * | any other `ToolReturnPart` | successful | |
 */
export function resultOf({ outcome }: Part, kind: string, output: Value | undefined): CallResult {
  if (outcome === 'denied') return { outcome: 'blocked_before', output: undefined, reason: reasonIn(output, 'denied') };
  if (outcome === 'failed' || kind === 'retry-prompt') {
    return { outcome: 'error', output: undefined, reason: reasonIn(output, 'the tool asked for another try') };
  }
  return { outcome: 'ok', output };
}

/** A text, or what pydantic found wrong with the arguments: `[{type, loc, msg, input}]`. */
function reasonIn(output: Value | undefined, otherwise: string): string {
  const told = typeof output === 'string' ? openJson(output) : output;
  if (typeof told === 'string' && told !== '') return told;
  if (told === undefined || !isList(told)) return otherwise;
  const messages = [...told].flatMap((one) => (isRecord(one) && typeof one['msg'] === 'string' ? [one['msg']] : []));
  return messages.length === 0 ? otherwise : messages.join('; ');
}
