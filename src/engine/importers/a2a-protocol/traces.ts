import { entry, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { parseInstant } from '../../model/instant.ts';
import type { Path } from '../../model/path.ts';
import type { CapabilityInvoked } from '../../systems/a2a/event.ts';
import { functionKey } from '../../systems/a2a/function-part.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { entriesAt, fieldAt, findAt, textAt, type Where } from '../../importing/values/where.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { note } from './notes.ts';
import type { ImportReport } from '../../importing/import-report.ts';

/** An invocation, and the place of its call in the recording. */
export interface SourcedInvocation {
  readonly event: CapabilityInvoked;
  readonly source: Path;
  /** Place of the result, if it is separate from the call. */
  readonly result?: Path | undefined;
}

/**
 * Reads the steps of the traceability extension, which servers put into metadata: invocations of tools and agents.
 * https://github.com/a2aproject/a2a-samples/blob/main/extensions/traceability/v1/spec.md
 */
export const tracedIn = (
  metadata: RecordValue,
  place: Path,
  task: string,
  report: ImportReport,
): readonly SourcedInvocation[] =>
  Object.keys(metadata)
    .filter((key) => key.includes('traceability'))
    .flatMap((key) => invocationsIn(entriesAt({ value: metadata, place }, [[key, 'steps']]), task, report));

function invocationsIn(steps: readonly Placed[], task: string, report: ImportReport): readonly SourcedInvocation[] {
  const used: SourcedInvocation[] = [];
  const open: Placed[] = [];
  for (const step of steps) {
    const type = textAt(step.value, 'step_type');
    if (nameOf(step) === undefined) note('a2a-protocol/step', step.place, report);
    else if (type === 'tool_call') open.push(step);
    else if (type === 'tool_response') {
      const at = open.findIndex((call) => nameOf(call) === nameOf(step));
      const [call = { value: {}, place: step.place }] = at === -1 ? [] : open.splice(at, 1);
      used.push(invocationOf(call, step, task, report));
    } else used.push(invocationOf(step, step, task, report));
  }
  // A call without a response is still shown as a call.
  return [...used, ...open.map((call) => invocationOf(call, { value: {}, place: call.place }, task, report))];
}

const namesOfStep: Where = ['name', 'step_action.tool_invocation.tool_name', 'step_action.agent_invocation.agent_name'];

/** Some libraries write an empty text for a missing one. */
function nameOf({ value }: Placed): string | undefined {
  const name = findAt(value, namesOfStep, (one) => one !== '')?.value;
  return typeof name === 'string' ? name : undefined;
}

const argumentsOfStep: Where = [
  'parameters',
  'requests',
  'step_action.tool_invocation.parameters',
  'step_action.agent_invocation.requests',
];

/** Reads an invocation from a call step and a response step, or from one step for both. */
function invocationOf(call: Placed, end: Placed, task: string, report: ImportReport): SourcedInvocation {
  const written = fieldAt(end.value, 'end_time') ?? fieldAt(call.value, 'end_time');
  const at = readInstant(written, [...end.place, 'end_time'], report);
  const since = textAt(call.value, 'start_time');
  const took = at === undefined || since === undefined ? undefined : millisecondsBetween(since, at);
  const args = fieldAt(call.value, argumentsOfStep);
  const event: CapabilityInvoked = {
    type: 'capability-invoked',
    task,
    ...(at !== undefined && { at }),
    function: functionKey(nameOf(end) ?? nameOf(call) ?? ''),
    ...(args !== undefined && { args }),
    ...outcomeOf(call.value, end.value),
    ...(took !== undefined && { took_ms: took }),
  };
  return { event, source: call.place, result: end.place === call.place ? undefined : end.place };
}

function outcomeOf(call: Value, end: Value): InvocationOutcome {
  const error = fieldAt(end, 'error') ?? fieldAt(call, 'error') ?? '';
  if (error !== '')
    return {
      outcome: 'errored',
      reason: typeof error === 'string' ? error : 'the trace has an error for this step',
      ...(typeof error !== 'string' && { output: { error } }),
    };
  if (end === call) return unknownResult;
  // A response step has the result in its parameter `response`.
  return resultOf(fieldAt(end, ['parameters.response', 'parameters']));
}

function millisecondsBetween(since: string, until: string): number | undefined {
  const [start, end] = [parseInstant(since), parseInstant(until)];
  return start === undefined || end === undefined || end < start ? undefined : end - start;
}

/** Outcome of an invocation. */
export type InvocationOutcome = Pick<CapabilityInvoked, 'outcome' | 'output' | 'reason'>;

/**
 * | in the recording | outcome |
 * | --- | --- |
 * | a result whose `error` is not empty, or whose `isError` is true | errored, with its text |
 * | ADK's sentence that a call is rejected | restricted: the user refused |
 * | ADK's sentence that a call requires confirmation, or `status: pending`, and no later result | pending: it waits |
 * | the same with a later result | no invocation of its own |
 * | any other result | successful |
 * | a step of a trace with `error` | errored |
 * | kagent: a requested approval that was denied; not answered before the recording ends | restricted; pending |
 * | a long-running call without any result | pending: it waits |
 * | an approved call, or any other, without any result | no result: its output is unknown |
 */
export function resultOf(response: Value | undefined): InvocationOutcome {
  if (response === undefined) return unknownResult;
  if (!isRecord(response)) return { outcome: 'successful', output: response };
  const error = entry(response, 'error');
  const text = typeof error === 'string' ? error : isRecord(error) ? textAt(error, 'message') : undefined;
  if (text?.startsWith(rejection) === true) return { outcome: 'restricted', reason: text };
  const failed = entry(response, 'isError') === true || entry(response, 'is_error') === true;
  if (!failed && !saysSomething(error)) return { outcome: 'successful', output: response };
  return { outcome: 'errored', output: response, reason: text ?? 'the result says that it is an error' };
}

/** https://github.com/google/adk-python/blob/main/src/google/adk/tools/function_tool.py */
const rejection = 'This tool call is rejected';
const confirmation = 'This tool call requires confirmation';

/** Whether a result says only that the real result follows later. */
export function isPending(response: Value | undefined): boolean {
  if (response === undefined || !isRecord(response)) return false;
  const error = entry(response, 'error');
  return entry(response, 'status') === 'pending' || (typeof error === 'string' && error.startsWith(confirmation));
}

const saysSomething = (error: Value | undefined): boolean =>
  error !== undefined && error !== null && error !== '' && error !== false && error !== 0;

export const unknownResult: InvocationOutcome = { outcome: 'no-result' };

export const denied = (reason: string | undefined): InvocationOutcome => ({
  outcome: 'restricted',
  reason: reason ?? 'the approval was denied',
});

export const waiting: InvocationOutcome = {
  outcome: 'pending',
  reason: 'waiting for an answer when the recording ends',
};

/** Text of an error response: its message, with the details and JSON-RPC's code. */
export function refusalText(error: Value): string {
  const [code, details] = [fieldAt(error, 'code'), textAt(error, ['data', 'details']) ?? ''];
  const words = textAt(error, 'message') ?? '';
  const more = details === '' ? '' : `: ${details}`;
  return `${words === '' ? 'no message' : words}${more}${typeof code === 'number' ? ` (${code})` : ''}`;
}
