import { entry, isRecord, type Value } from '../../model/value.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { type CallResult, waiting } from '../../importing/transcript/transcript.ts';
import type { Event } from './format.ts';

/**
 * | in the rollout | outcome |
 * | --- | --- |
 * | the output reports that the user, or the approval policy, rejected the call | restricted, with that text |
 * | no output, and the call asks for `require_escalated` | pending: it asked for more than the sandbox allows, and nothing shows that it ran |
 * | `failed in sandbox … denied` as output | restricted: the sandbox forbade what the command did |
 * | `exit_code` that is not 0, in the output's `metadata`, in its first line or in `exec_command_end` | errored |
 * | `success: false` of a patch, `Err` or `isError: true` of an MCP call | errored |
 * | `aborted by user`, or any other `failed in sandbox`, as output | errored: it ran and was stopped |
 * | `success: false` in the output | errored |
 * | any other output | successful |
 */
export function withCodexOutcome(result: CallResult, ended: Event | undefined): CallResult {
  if (result.outcome !== 'ok') return result;
  const text = textOf(result.output);
  if (rejections.some((pattern) => pattern.test(text))) {
    return { ...result, outcome: 'blocked_before', output: undefined, reason: text };
  }
  if (text.startsWith('aborted by user')) return { ...result, outcome: 'error', output: undefined, reason: text };
  if (/^failed in sandbox [^\n]{0,200}denied/.test(text)) {
    return { ...result, outcome: 'blocked_after', output: undefined, reason: text };
  }
  if (text.startsWith('failed in sandbox')) return { ...result, outcome: 'error', output: undefined, reason: text };
  const code = exitCodeOf(result.output, text) ?? ended?.exit_code;
  if (code !== undefined && code !== 0) {
    return { ...result, outcome: 'error', reason: text === '' ? `exit code ${code}` : text };
  }
  if (ended?.success === false || saysFailed(result.output)) return { ...result, outcome: 'error', reason: text };
  return result;
}

const rejections = [
  /^(?:exec command|patch|command|apply_patch) rejected\b/,
  /^rejected(?:\(| by user|:)/,
  /^approval policy is Never; reject command/,
  /^(?:execution error: )?.{0,80}rejected by user/,
];

/** Only this many characters of an output are searched. */
const maxCharacters = 2000;

function textOf(output: Value | undefined): string {
  if (typeof output === 'string') return output.slice(0, maxCharacters);
  const inner =
    output !== undefined && isRecord(output) ? (entry(output, 'output') ?? entry(output, 'content')) : undefined;
  return typeof inner === 'string' ? inner.slice(0, maxCharacters) : '';
}

/** Some versions write the whole payload of an output: `{content, success}`. */
const saysFailed = (output: Value | undefined): boolean =>
  output !== undefined && isRecord(output) && 'content' in output && entry(output, 'success') === false;

function exitCodeOf(output: Value | undefined, text: string): number | undefined {
  const metadata = output !== undefined && isRecord(output) ? entry(output, 'metadata') : undefined;
  const code = metadata !== undefined && isRecord(metadata) ? entry(metadata, 'exit_code') : undefined;
  if (typeof code === 'number') return code;
  const codeText = /^(?:Exit code: |Process exited with code )(-?\d{1,6})/m.exec(text.slice(0, 400))?.[1];
  return codeText === undefined ? undefined : Number(codeText);
}

/** The result of a call without output, if the call requested more than the sandbox allows. */
export function neverApproved({ input }: RequestedCall): CallResult | undefined {
  const wanted = input !== undefined && isRecord(input) ? entry(input, 'sandbox_permissions') : undefined;
  const older = input !== undefined && isRecord(input) ? entry(input, 'with_escalated_permissions') : undefined;
  if (wanted !== 'require_escalated' && older !== true) return undefined;
  const reason = 'it asked to run outside the sandbox, and nothing shows that the user approved it';
  return waiting(reason);
}

/** The result of a call that only an event records. */
export function resultOfEvent(event: Event): CallResult {
  const { result, stdout = '', stderr = '', aggregated_output } = event;
  if (result !== undefined && isRecord(result)) {
    const failed = entry(result, 'Err');
    const ok = entry(result, 'Ok') ?? result;
    if (failed !== undefined) {
      return { outcome: 'error', output: undefined, reason: typeof failed === 'string' ? failed : 'the call failed' };
    }
    const isError = isRecord(ok) && (entry(ok, 'isError') === true || entry(ok, 'is_error') === true);
    return isError
      ? { outcome: 'error', output: ok, reason: 'the tool says that it failed' }
      : { outcome: 'ok', output: ok };
  }
  const output = aggregated_output ?? (stderr === '' ? stdout : stdout === '' ? stderr : `${stdout}\n${stderr}`);
  return withCodexOutcome({ outcome: 'ok', output }, event);
}
