import { entry, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { readContent, textOf } from '../../importing/content/content.ts';
import { createImportReport } from '../../importing/import-report.ts';
import { opened } from '../../importing/values/written-value.ts';
import { type CallResult, waiting } from '../../importing/transcript/transcript.ts';
import type { OldEvent, SdkEvent } from './format.ts';

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
export function outcomeOfOld(event: OldEvent): CallResult {
  const { observation, content, extras = {}, exit_code, message } = event;
  const text = typeof content === 'string' ? content : (message ?? '');
  const metadata = inside(extras, 'metadata');
  const code =
    exit_code ?? inside(extras, 'exit_code') ?? (metadata && isRecord(metadata) ? entry(metadata, 'exit_code') : null);
  switch (observation) {
    case 'error':
      return { outcome: 'error', output: undefined, reason: text };
    case 'user_rejected':
      return { outcome: 'blocked_before', output: undefined, reason: text === '' ? refused : text };
    default:
      if (isReportedError(event, text)) return { outcome: 'error', output: undefined, reason: text };
      return typeof code === 'number' && code !== 0 && code !== -1
        ? { outcome: 'error', output: text, reason: `exit code ${code}` }
        : { outcome: 'ok', output: (text === '' ? outputsIn(extras) : undefined) ?? content ?? text };
  }
}

const editing: ReadonlySet<string | undefined> = new Set(['edit', 'read', 'write']);

/**
 * OpenHands up to 1.0: `_execute_file_editor` of `openhands/runtime/action_execution_server.py` writes `ERROR:`, a line
 * break and the reason; `openhands/mcp/utils.py` writes the result of a server as JSON, its own failures in the same form.
 */
function isReportedError({ observation, extras = {}, tool_call_metadata: called }: OldEvent, text: string): boolean {
  if (editing.has(observation) || called?.function_name === 'str_replace_editor') return text.startsWith('ERROR:\n');
  if (observation === 'mcp') {
    const result = opened(text);
    return result !== undefined && isRecord(result) && entry(result, 'isError') === true;
  }
  return inside(extras, 'error') === true;
}

/** The outputs of a delegated agent are beside the text. */
const outputsIn = (extras: RecordValue): Value | undefined => inside(extras, 'outputs');

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

export function outcomeOfSdk({ kind, observation = {}, error, rejection_reason }: SdkEvent): CallResult {
  if (kind === 'UserRejectObservation') {
    return { outcome: 'blocked_before', output: undefined, reason: rejection_reason ?? refused };
  }
  if (kind === 'AgentErrorEvent') return { outcome: 'error', output: undefined, reason: error ?? 'the call failed' };
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

const inside = (values: RecordValue, key: string): Value | undefined => entry(values, key);
