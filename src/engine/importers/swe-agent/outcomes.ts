import { textBetween } from '../../../base/scan.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { withExitCode } from '../../importing/transcript/call-ends.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import { numberAt, textAt } from '../../importing/values/where.ts';

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

const restricted = (outcome: 'blocked_before' | 'blocked_after', text: string): CallResult => ({
  outcome,
  output: undefined,
  reason: text.length > 2000 ? `${text.slice(0, 2000)}…` : text,
});

/**
 * `text`: the content of the message of mini-swe-agent.
 *
 * | in the message's `extra` | outcome |
 * | --- | --- |
 * | `returncode` that is not 0, or `exception_info` | errored, with what was printed |
 * | `interrupt_type: UserRejection` | restricted: the user said no |
 * | anything else | successful |
 */
export function miniOutcomeOf(extra: RecordValue | undefined, text: string): CallResult {
  const output = textAt(extra, 'raw_output') ?? text;
  const exception = textAt(extra, 'exception_info') ?? '';
  if (textAt(extra, 'interrupt_type') === 'UserRejection') return restricted('blocked_before', text);
  if (exception !== '') return { outcome: 'error', output, reason: exception };
  return withExitCode({ outcome: 'ok', output }, numberAt(extra, 'returncode'));
}

/**
 * | in a message of version 1 of mini-swe-agent | outcome |
 * | --- | --- |
 * | `<returncode>` that is not 0 | errored, with the printed output |
 * | the program's sentence that the command timed out | errored |
 * | the program's sentence that the user rejected the command | restricted |
 * | anything else | successful |
 */
export function writtenOutcomeOf(text: string): CallResult {
  if (/^\s*(?:Command not executed|The user rejected)/.test(text)) return restricted('blocked_before', text);
  if (/^\s*The last command[\s\S]{0,4000}? timed out/.test(text))
    return { outcome: 'error', output: undefined, reason: text };
  const code = /<returncode>\s*(-?\d+)\s*<\/returncode>/.exec(text)?.[1];
  const printed = textBetween(text, '<output>', '</output>')?.replace(/^\n/, '').replace(/\n$/, '') ?? text;
  return withExitCode({ outcome: 'ok', output: printed }, code === undefined ? undefined : Number(code));
}
