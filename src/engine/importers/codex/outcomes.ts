import { entry, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { stopped, withExitCode } from '../../importing/transcript/call-ends.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { type CallResult, waiting } from '../../importing/transcript/transcript.ts';
import { numberAt, recordAt, textAt } from '../../importing/values/where.ts';
import { notesOf } from '../../importing/import-report.ts';

export const notes = notesOf('codex', {
  info: {
    surroundings: '{# line} about the terminal (state, keys, screen): left out.',
    repeated: '{# event} that {repeats|repeat} an item or {reports|report} its progress: left out.',
    events: '{# event} that {repeats|repeat} an item or {reports|report} its progress: left out.',
    environment:
      '{# message} in the user’s place that the program wrote, such as instructions and the environment: left out.',
    compacted: 'The conversation was compacted {once|# times}: the model no longer saw its earlier part.',
    aborted: '{# turn} stopped before the agent was done.',
    thread: 'This is a thread of another session, which is in another file.',
    'taken-back': '{# turn} that the user took back: left out, because the model no longer saw {it|them}.',
    sums: 'The token totals are those of the recording.',
  },
  lost: {
    agents: '{# message} between agents left out.',
    delegated: '{# line} about agents that Codex started: their work is in other files.',
    'no-input': 'The user’s inputs are recorded only as single key presses: they are missing.',
    'no-prompt': 'The stream contains only the agent’s side: its input is not recorded.',
    tokens: '{# token count} left out: the recording has no answer of the model for {it|them}.',
    line: '{# line} of an unknown kind left out.',
  },
});

/**
 * | in the rollout | outcome |
 * | --- | --- |
 * | the output reports that the user, or the approval policy, rejected the call | restricted, with that text |
 * | no output, and the call asks for `require_escalated` | pending: it asked for more than the sandbox allows, and nothing shows that it ran |
 * | `exec_command failed for …: … Rejected(…)` as output, or a hook that blocked it | restricted, with that text |
 * | the same with another reason, `… verification failed`, `unsupported call` and other texts of Codex in place of an output | errored |
 * | `Script failed` as output of a script | errored |
 * | `failed in sandbox … denied` as output | restricted: the sandbox forbade what the command did |
 * | `exit_code` that is not 0, in the output's `metadata`, in its first line or in `exec_command_end` | errored |
 * | `success: false` of a patch, `Err` or `isError: true` of an MCP call | errored |
 * | `aborted by user`, or any other `failed in sandbox`, as output | errored: it ran and was stopped |
 * | `success: false` in the output | errored |
 * | `status` of an item of `codex exec --json` is `declined` | restricted |
 * | the same is `failed` | errored |
 * | any other output | successful |
 */
export function withCodexOutcome(result: CallResult, event: RecordValue | undefined): CallResult {
  if (result.outcome !== 'ok') return result;
  const text = textOf(result.output);
  // A command that went on in the background ended later, and not as part of this result.
  const ended = /^Process running with session ID /m.test(text.slice(0, 400)) ? undefined : event;
  if (rejections.some((pattern) => pattern.test(text))) {
    return { ...result, outcome: 'blocked_before', output: undefined, reason: text };
  }
  if (/^(?:Wall time: [\d.]{1,20} seconds\n)?aborted by user/.test(text)) return { ...result, ...stopped(text) };
  if (/^failed in sandbox [^\n]{0,200}denied/.test(text)) {
    return { ...result, outcome: 'blocked_after', output: undefined, reason: text };
  }
  if (text.startsWith('failed in sandbox')) return { ...result, ...stopped(text) };
  const code = exitCodeOf(result.output, text) ?? numberAt(ended, 'exit_code');
  const failed = withExitCode(result, code);
  if (failed.outcome !== 'ok') return failed;
  if (ended?.['success'] === false || saysFailed(result.output)) return { ...result, outcome: 'error', reason: text };
  const { outcome, reason } = ended === undefined ? result : mcpEnd(ended, result);
  if (outcome !== 'ok') return { ...result, outcome, reason };
  return failures.some((pattern) => pattern.test(text)) ? { ...result, outcome: 'error', reason: text } : result;
}

const rejections = [
  /^(?:exec command|patch|command|apply_patch) rejected\b/,
  /^rejected(?:\(| by user|:)/,
  /^approval policy is Never; reject command/,
  /^approval required by policy, but AskForApproval is set to Never/,
  /^This action was rejected due to/,
  /^(?:Command|Tool call) blocked by PreToolUse hook/,
  /^exec_command failed for `[^]{0,1900}CreateProcess \{ message: "Rejected\(/,
  /^(?:execution error: )?.{0,80}rejected by user/,
];

/** What Codex writes in place of an output. */
const failures = [
  /^exec_command failed for `/,
  /^write_stdin failed: /,
  /^apply_patch verification failed: /,
  /^failed to parse function arguments: /,
  /^unsupported (?:custom tool )?call: /,
  /^unable to locate image at `/,
  /^Script failed\n/,
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
  const reason = 'it requested to run outside the sandbox, and no approval by the user is recorded';
  return waiting(reason);
}

/** The result of a call that only an event records. The output of `codex exec --json` has a `status`. */
export function resultOfEvent(event: RecordValue): CallResult {
  const words = textAt(event, ['error.message', 'aggregated_output', 'stderr']) ?? '';
  if (event['status'] === 'declined')
    return { outcome: 'blocked_before', output: undefined, reason: words || 'the user did not allow it' };
  const result = recordAt(event, 'result');
  if (event['status'] === 'failed' && numberAt(event, 'exit_code') === undefined)
    return { outcome: 'error', output: textAt(event, 'aggregated_output') ?? result, reason: words || 'it failed' };
  if (result === undefined) {
    const [stdout, stderr] = [textAt(event, 'stdout') ?? '', textAt(event, 'stderr') ?? ''];
    const printed = stderr === '' ? stdout : stdout === '' ? stderr : `${stdout}\n${stderr}`;
    return withCodexOutcome({ outcome: 'ok', output: textAt(event, 'aggregated_output') ?? printed }, event);
  }
  return mcpEnd(event, { outcome: 'ok', output: entry(result, 'Ok') ?? result });
}

/** The end of an MCP call; other events have no `result`. */
function mcpEnd(event: RecordValue, { output }: CallResult): CallResult {
  const result = recordAt(event, 'result');
  const failure = result && entry(result, 'Err');
  if (failure !== undefined)
    return { outcome: 'error', output: undefined, reason: typeof failure === 'string' ? failure : 'the call failed' };
  const answer = recordAt(result, 'Ok') ?? result;
  const isError = answer?.['isError'] === true || answer?.['is_error'] === true;
  return isError ? { outcome: 'error', output, reason: 'the tool says that it failed' } : { outcome: 'ok', output };
}
