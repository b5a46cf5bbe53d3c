import type { Value } from '../../model/value.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import type { MiniMessage } from './format.ts';

/**
 * SWE-agent records only what a command printed:
 *
 * | in `observation` | outcome |
 * | --- | --- |
 * | its own sentence that an operation is not supported (an interactive program, say) | restricted: it was not run |
 * | its own sentence that an edit has introduced syntax errors and was not applied | restricted: the editor withheld it |
 * | its own sentence that a command timed out | errored |
 * | anything else | successful: what a program prints is not taken for an error |
 */
export function outcomeOf(observation: string, output: Value): CallResult {
  const start = observation.slice(0, 400);
  if (/^(?:Operation|Interactive operation) '[^\n]{0,200}' is not supported/.test(start))
    return restricted('blocked_before', observation);
  if (start.startsWith('Your proposed edit has introduced new syntax error'))
    return restricted('blocked_after', observation);
  if (
    /^(?:EXECUTION TIMED OUT|COMMAND TIMED OUT|Execution timed out|The command '[^\n]{0,200}' was cancelled)/.test(
      start,
    )
  ) {
    return { outcome: 'error', output: undefined, reason: observation };
  }
  return { outcome: 'ok', output };
}

export const restricted = (outcome: 'blocked_before' | 'blocked_after', text: string): CallResult => ({
  outcome,
  output: undefined,
  reason: text.length > 2000 ? `${text.slice(0, 2000)}…` : text,
});

/**
 * | in the message's `extra` of mini-swe-agent | outcome |
 * | --- | --- |
 * | `returncode` that is not 0, or `exception_info` | errored, with what was printed |
 * | `interrupt_type: UserRejection` | restricted: the user said no |
 * | anything else | successful |
 */
export function miniOutcomeOf({ extra }: MiniMessage, text: string): CallResult {
  const output = extra?.raw_output ?? text;
  if (extra?.interrupt_type === 'UserRejection') return restricted('blocked_before', text);
  if (extra?.exception_info !== undefined && extra.exception_info !== '') {
    return { outcome: 'error', output, reason: extra.exception_info };
  }
  const code = extra?.returncode;
  if (code !== undefined && code !== 0) return { outcome: 'error', output, reason: `exit code ${code}` };
  return { outcome: 'ok', output };
}
