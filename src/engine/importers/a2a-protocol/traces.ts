import { entry, isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { parseInstant } from '../../model/instant.ts';
import type { Path } from '../../model/path.ts';
import type { CapabilityInvoked } from '../../systems/a2a/event.ts';
import { functionKey } from '../../systems/a2a/function-part.ts';
import { fieldAt, recordAt, textAt } from '../../systems/a2a/wire/field.ts';
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
export function tracedIn(
  metadata: RecordValue,
  place: Path,
  task: string,
  report: ImportReport,
): readonly SourcedInvocation[] {
  const used: SourcedInvocation[] = [];
  for (const [key, trace] of Object.entries(metadata)) {
    if (!key.includes('traceability') || !isRecord(trace)) continue;
    const steps = fieldAt(trace, 'steps');
    if (steps !== undefined && isList(steps)) used.push(...stepsIn(steps, [...place, key, 'steps'], task, report));
  }
  return used;
}

interface OpenStep {
  readonly step: RecordValue;
  readonly place: Path;
}

function stepsIn(steps: Iterable<Value>, place: Path, task: string, report: ImportReport): SourcedInvocation[] {
  const used: SourcedInvocation[] = [];
  const open: OpenStep[] = [];
  let index = 0;
  for (const step of steps) {
    const here = [...place, index++];
    const name = isRecord(step) ? nameOf(step) : undefined;
    if (!isRecord(step) || name === undefined) {
      note('a2a-protocol/step', here, report);
    } else if (textAt(step, 'stepType') === 'tool_response') {
      const at = open.findIndex((call) => nameOf(call.step) === name);
      const [call] = at === -1 ? [] : open.splice(at, 1);
      used.push(usedIn(call ?? { step: {}, place: here }, step, name, task, report, here));
    } else if (textAt(step, 'stepType') === 'tool_call') open.push({ step, place: here });
    else used.push(usedIn({ step, place: here }, step, name, task, report, here));
  }
  // A call without a response is still shown as a call.
  for (const { step, place: here } of open)
    used.push(usedIn({ step, place: here }, {}, nameOf(step) ?? '', task, report, here));
  return used;
}

function nameOf(step: RecordValue): string | undefined {
  const action = recordAt(step, 'stepAction');
  const tool = textAt(recordAt(action, 'toolInvocation'), 'toolName');
  return textAt(step, 'name') ?? tool ?? textAt(recordAt(action, 'agentInvocation'), 'agentName');
}

/** Reads an invocation from a call step and a response step, or from one step for both. */
function usedIn(
  call: OpenStep,
  end: RecordValue,
  name: string,
  task: string,
  report: ImportReport,
  here: Path,
): SourcedInvocation {
  const at = readInstant(fieldAt(end, 'endTime') ?? fieldAt(call.step, 'endTime'), [...here, 'end_time'], report);
  const since = textAt(call.step, 'startTime');
  const took = at === undefined || since === undefined ? undefined : millisecondsBetween(since, at);
  const args = argsOf(call.step);
  const event: CapabilityInvoked = {
    type: 'capability-invoked',
    task,
    ...(at !== undefined && { at }),
    function: functionKey(name),
    ...(args !== undefined && { args }),
    ...outcomeOf(call.step, end),
    ...(took !== undefined && { took_ms: took }),
  };
  return { event, source: call.place, result: here === call.place ? undefined : here };
}

function argsOf(step: RecordValue): Value | undefined {
  const action = recordAt(step, 'stepAction');
  return (
    entry(step, 'parameters') ??
    entry(step, 'requests') ??
    entry(recordAt(action, 'toolInvocation'), 'parameters') ??
    entry(recordAt(action, 'agentInvocation'), 'requests') ??
    undefined
  );
}

function outcomeOf(call: RecordValue, end: RecordValue): InvocationOutcome {
  const error = entry(end, 'error') ?? entry(call, 'error');
  if (error !== undefined && error !== null && error !== '') return stepFailed(error);
  return end === call || Object.keys(end).length === 0 ? unknownResult : resultOf(responseOf(end));
}

/** A response step has the result in its parameter `response`. */
const responseOf = (end: RecordValue): Value | undefined =>
  entry(recordAt(end, 'parameters'), 'response') ?? entry(end, 'parameters') ?? undefined;

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

const stepFailed = (error: Value): InvocationOutcome => ({
  outcome: 'errored',
  reason: typeof error === 'string' ? error : 'the trace has an error for this step',
  ...(typeof error !== 'string' && { output: { error } }),
});

/** Text of an error response: its message, with the details and JSON-RPC's code. */
export function refusalText(error: Value): string {
  const fields = isRecord(error) ? error : {};
  const code = entry(fields, 'code');
  const words = textAt(fields, 'message') ?? 'no message';
  const details = entry(fields, 'data') ?? entry(fields, 'details');
  const more = typeof details === 'string' && details !== '' ? `: ${details}` : '';
  return `${words}${more}${typeof code === 'number' ? ` (${code})` : ''}`;
}
