import { entry, isRecord, type RecordValue } from '../../model/value.ts';
import { readContent, textOf } from '../../importing/content/content.ts';
import { createImportReport } from '../../importing/import-report.ts';
import { opened } from '../../importing/values/written-value.ts';
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
export function outcomeOfOld(event: RecordValue): CallResult {
  const { content } = event;
  const text = textAt(event, ['content', 'message']) ?? '';
  const code = numberAt(event, ['exit_code', 'extras.exit_code', 'extras.metadata.exit_code']);
  switch (textAt(event, 'observation')) {
    case 'error':
      return { outcome: 'error', output: undefined, reason: text };
    case 'user_rejected':
      return { outcome: 'blocked_before', output: undefined, reason: text === '' ? refused : text };
    default:
      if (isReportedError(event, text)) return { outcome: 'error', output: undefined, reason: text };
      // The outputs of a delegated agent are beside the text.
      return code !== undefined && code !== 0 && code !== -1
        ? { outcome: 'error', output: text, reason: `exit code ${code}` }
        : { outcome: 'ok', output: (text === '' ? fieldAt(event, 'extras.outputs') : undefined) ?? content ?? text };
  }
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

export function outcomeOfSdk(event: RecordValue): CallResult {
  const { kind } = event;
  if (kind === 'UserRejectObservation') {
    return { outcome: 'blocked_before', output: undefined, reason: textAt(event, 'rejection_reason') ?? refused };
  }
  if (kind === 'AgentErrorEvent')
    return { outcome: 'error', output: undefined, reason: textAt(event, 'error') ?? 'the call failed' };
  const observation = recordAt(event, 'observation') ?? {};
  const content = entry(observation, 'content');
  const text = textOf(readContent(content, [], createImportReport()));
  const code = entry(observation, 'exit_code');
  const failure = entry(observation, 'error');
  if (entry(observation, 'is_error') === true || failure === true || (typeof failure === 'string' && failure !== '')) {
    return { outcome: 'error', output: undefined, reason: text === '' && typeof failure === 'string' ? failure : text };
  }
  if (typeof code === 'number' && code !== 0 && code !== -1) {
    return { outcome: 'error', output: text, reason: `exit code ${code}` };
  }
  return { outcome: 'ok', output: content === undefined ? observation : text };
}

export const waits = waiting('waits for the user’s confirmation');

const refused = 'the user rejected the call';
