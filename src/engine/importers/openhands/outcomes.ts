import { entry, isRecord, type RecordValue } from '../../model/value.ts';
import { contentText } from '../../importing/content/content.ts';
import { opened } from '../../importing/values/written-value.ts';
import { withExitCode } from '../../importing/transcript/call-ends.ts';
import { type CallResult, waiting } from '../../importing/transcript/transcript.ts';
import { fieldAt, recordAt, textAt, numberAt } from '../../importing/values/where.ts';

/**
 * | in the log | outcome |
 * | --- | --- |
 * | `observation: error`; SDK: `AgentErrorEvent`, or `is_error: true` of an observation | errored, with its text |
 * | an exit code that is neither 0 nor -1 (which means that the command is still running) | errored |
 * | the text of `edit`, `read`, `write` or of the tool `str_replace_editor` that begins with `ERROR:` and a line break, which is what its editor writes | errored, with that text |
 * | `mcp` whose text is JSON with `isError: true`; `browse` with `error: true`; SDK: `error` of an observation | errored |
 * | `observation: user_rejected`; SDK: `UserRejectObservation` | restricted: the user refused |
 * | `confirmation_state: rejected` of an action | restricted |
 * | `confirmation_state: awaiting_confirmation`, and no observation | pending: it waits |
 * | SDK: no observation, and the last `execution_status` is `waiting_for_confirmation` | pending: it waits |
 * | any other observation | successful |
 */
export function outcomeOf(event: RecordValue): CallResult {
  /** From the SDK; the fields of an old observation are those of its event. */
  const inner = recordAt(event, 'observation');
  const content = fieldAt(inner ?? event, 'content');
  const text = inner === undefined ? (textAt(event, ['content', 'message']) ?? '') : contentText(content);
  switch (textAt(event, ['kind', 'observation'])) {
    case 'user_rejected':
    case 'UserRejectObservation':
      return {
        outcome: 'blocked_before',
        output: undefined,
        reason: textAt(event, 'rejection_reason') ?? (text || refused),
      };
    case 'error':
    case 'AgentErrorEvent':
      return { outcome: 'error', output: undefined, reason: textAt(event, 'error') ?? (text || 'the call failed') };
    default:
  }
  const failure = fieldAt(inner, 'error') ?? '';
  if (isReportedError(event, text) || fieldAt(inner, 'is_error') === true || failure === true)
    return { outcome: 'error', output: undefined, reason: text };
  if (typeof failure === 'string' && failure !== '')
    return { outcome: 'error', output: undefined, reason: text || failure };
  const code = numberAt(inner ?? event, ['exit_code', 'extras.exit_code', 'extras.metadata.exit_code']) ?? 0;
  if (code !== 0 && code !== -1) return withExitCode({ outcome: 'ok', output: text }, code);
  if (inner !== undefined) return { outcome: 'ok', output: content === undefined ? inner : text };
  // The outputs of a delegated agent are beside the text.
  return { outcome: 'ok', output: (text === '' ? fieldAt(event, 'extras.outputs') : undefined) ?? content ?? text };
}

const editing: ReadonlySet<string | undefined> = new Set(['edit', 'read', 'write']);

/**
 * OpenHands up to 1.0: `_execute_file_editor` of `openhands/runtime/action_execution_server.py` writes `ERROR:`, a line
 * break and the reason; `openhands/mcp/utils.py` writes the result of a server as JSON, its own failures in the same form.
 */
function isReportedError(event: RecordValue, text: string): boolean {
  const observation = textAt(event, 'observation');
  const isEditor = textAt(event, 'tool_call_metadata.function_name') === 'str_replace_editor';
  if (isEditor || editing.has(observation)) return text.startsWith('ERROR:\n');
  if (observation !== 'mcp') return fieldAt(event, 'extras.error') === true;
  const result = opened(text);
  return isRecord(result) && entry(result, 'isError') === true;
}

export function heldBack(args: RecordValue): CallResult | undefined {
  switch (entry(args, 'confirmation_state') ?? entry(args, 'is_confirmed')) {
    case 'rejected':
      return { outcome: 'blocked_before', output: undefined, reason: refused };
    case 'awaiting_confirmation':
      return waits;
    default:
      return undefined;
  }
}

export const waits = waiting('waits for the user’s confirmation');

const refused = 'the user rejected the call';
