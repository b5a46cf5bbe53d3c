import type { Value } from '../../model/value.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import type { Message } from './format.ts';

/**
 * | in the tool message | outcome | output |
 * | --- | --- | --- |
 * | `error` is a text | errored | that text |
 * | the content is the fixed sentence of an injection detector | restricted: the tool ran, the result was withheld | not recorded |
 * | anything else | successful | the text; AgentDojo writes YAML-like text, never JSON, so it stays text |
 */
export function resultOf(message: Message, text: string, value: Value = text): CallResult {
  if (message.error !== undefined && message.error !== '') {
    return { outcome: 'error', output: undefined, reason: message.error };
  }
  if (text.trim() === withheld) {
    const reason = 'a detector found an injection and withheld the result';
    return { outcome: 'blocked_after', output: undefined, reason };
  }
  return { outcome: 'ok', output: value };
}

/** https://github.com/ethz-spylab/agentdojo/blob/main/src/agentdojo/agent_pipeline/pi_detector.py */
const withheld = '<Data omitted because a prompt injection was detected>';
