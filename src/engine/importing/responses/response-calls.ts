import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { readResultContent } from '../content/result-content.ts';
import { openArguments } from '../values/json-text.ts';
import { type ImportReport, lost } from '../import-report.ts';
import type { RequestedCall } from '../transcript/call-matcher.ts';
import { elementsAt, numberAt, textAt } from '../values/where.ts';
import { clientCalls, hostedCalls } from './response-item.ts';
import { reasonIn } from '../content/reason-in.ts';
import { withExitCode } from '../transcript/call-ends.ts';
import { type CallResult, waiting } from '../transcript/transcript.ts';

/** A call whose result, if any, is an item of its own. */
export function clientCall(item: RecordValue, place: Path, report: ImportReport): RequestedCall {
  const name = textAt(item, 'name') ?? clientCalls.get(textAt(item, 'type') ?? '') ?? '';
  const { input, action, actions, operation, code } = item;
  const written = item['arguments'];
  const given = input ?? action ?? actions ?? operation ?? (code === undefined ? undefined : { code });
  const read = written === undefined ? given : openArguments(written, [...place, 'arguments'], report);
  return { id: textAt(item, ['call_id', 'id']), name, input: read, place };
}

/** A call that the provider ran: the same item holds its result. */
export function hostedCall(item: RecordValue, place: Path, report: ImportReport): RequestedCall {
  const name = textAt(item, 'name') ?? hostedCalls.get(textAt(item, 'type') ?? '') ?? '';
  const { input, output } = insideOf(item, place, report);
  const result = outcomeOf(item, output);
  if (result.outcome === 'ok' && output === undefined) noteUntold(place, report);
  return { id: textAt(item, 'id'), name, input, place, result };
}

const noteUntold = lost(
  'import/untold-result',
  '{# call} that the provider ran, without a recorded result: the output stays unknown.',
);

interface Inside {
  readonly input: Value | undefined;
  /** Undefined when the service does not return the result. */
  readonly output: Value | undefined;
}

function insideOf(item: RecordValue, place: Path, report: ImportReport): Inside {
  const { queries, code, revised_prompt } = item;
  switch (item['type']) {
    case 'web_search_call':
      return searchInside(item['action']);
    case 'file_search_call':
      return { input: queries === undefined ? {} : { queries }, output: fieldOf(item, 'results') };
    case 'code_interpreter_call':
      return { input: code === undefined ? {} : { code }, output: fieldOf(item, 'outputs') };
    case 'image_generation_call':
      return {
        input: typeof revised_prompt === 'string' ? { revised_prompt } : undefined,
        output: fieldOf(item, 'result'),
      };
    default:
      return {
        input: openArguments(item['arguments'], [...place, 'arguments'], report),
        output: outputOf(item['output'], [...place, 'output'], report),
      };
  }
}

/** Null is absent. */
const fieldOf = (item: RecordValue, key: string): Value | undefined => item[key] ?? undefined;

/** The search query, and the addresses that it found. */
function searchInside(action: Value | undefined): Inside {
  if (!isRecord(action)) return { input: action, output: undefined };
  const { sources, ...input } = action;
  return { input, output: sources === undefined ? undefined : { sources } };
}

/** The call of an output, and the result: the field is named after the tool. */
export function callOutput(item: RecordValue, place: Path, report: ImportReport) {
  // A search that the service ran has no id of its call; its own id is another one.
  if (item['type'] === 'tool_search_output') return { id: textAt(item, 'call_id'), output: item['tools'] };
  const key = item['type'] === 'program_output' ? 'result' : 'output';
  return { id: textAt(item, ['call_id', 'id']), output: outputOf(item[key], [...place, key], report) };
}

/** A string (perhaps of JSON), a list of content parts, or a value of its own such as a screenshot. */
function outputOf(output: Value | undefined, place: Path, report: ImportReport): Value | undefined {
  if (output === undefined || output === null) return undefined;
  return readResultContent(output, place, report);
}

/** The statuses of a hosted call before its end. */
const running: ReadonlySet<string> = new Set(['in_progress', 'searching', 'interpreting', 'generating', 'calling']);

/**
 * | in the recording | outcome |
 * | --- | --- |
 * | `mcp_call` (or any hosted call) with an `error` | errored, with its text |
 * | `status: failed` or `incomplete` on a hosted call or on a `…_call_output` | errored |
 * | a hosted call that still runs: `in_progress`, `searching`, `interpreting`, `generating`, `calling` | pending |
 * | an entry of a `shell_call_output` with `outcome: {type: exit}` and a code other than 0, or `{type: timeout}` | errored, with the output |
 * | `mcp_approval_request` answered with `approve: false` | restricted before it ran |
 * | `mcp_approval_request` without an answer before the recording ends | pending: it waits and has not run |
 * | `mcp_approval_request` answered with `approve: true` | no separate call: it is the `mcp_call` that follows |
 * | any other `function_call_output` | successful; only its text could show a failure, and we do not guess from text |
 */
export function outcomeOf(item: RecordValue, output: Value | undefined): CallResult {
  const { error, status } = item;
  if (error !== undefined && error !== null && error !== '')
    return { outcome: 'error', output: undefined, reason: reasonIn(error) };
  if (status !== 'failed' && status !== 'incomplete') {
    const isHosted = hostedCalls.has(textAt(item, 'type') ?? '');
    if (isHosted && typeof status === 'string' && running.has(status)) return waiting(`status: ${status}`);
    return item['type'] === 'shell_call_output' ? endOfCommands(item, output) : { outcome: 'ok', output };
  }
  // The output before the failure is more informative than the failure itself.
  if (output !== undefined && output !== '') return { outcome: 'error', output };
  return { outcome: 'error', output: undefined, reason: `status: ${status}` };
}

/** The output of a shell has an entry for each command. */
function endOfCommands(item: RecordValue, output: Value | undefined): CallResult {
  const entries = elementsAt(item, 'output');
  if (entries.some((one) => textAt(one, 'outcome.type') === 'timeout'))
    return { outcome: 'error', output, reason: 'timed out' };
  const codes = entries.map((one) => numberAt(one, 'outcome.exit_code'));
  return withExitCode(
    { outcome: 'ok', output },
    codes.find((code) => code !== undefined && code !== 0),
  );
}

export const waitsForApproval = waiting('waiting for approval when the recording ends');
