import type { RecordValue, Value } from '../../model/value.ts';
import { parseInstant } from '../../model/instant.ts';
import type { Path } from '../../model/path.ts';
import type { CapabilityInvoked } from '../../systems/a2a/event.ts';
import { functionKey } from '../../systems/a2a/function-part.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { entriesAt, fieldAt, findAt, textAt, type Where } from '../../importing/values/where.ts';
import { readInstant } from '../../importing/values/instants.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { type InvocationOutcome, resultOf, type SourcedInvocation } from './calls.ts';
import { notes } from './notes.ts';

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
  traceKeys(metadata).flatMap((key) =>
    invocationsIn(entriesAt({ value: metadata, place }, [[key, 'steps']]), task, report),
  );

export const traceKeys = (metadata: RecordValue): readonly string[] =>
  Object.keys(metadata).filter((key) => key.includes('traceability'));

function invocationsIn(steps: readonly Placed[], task: string, report: ImportReport): readonly SourcedInvocation[] {
  const used: SourcedInvocation[] = [];
  const open: Placed[] = [];
  for (const step of steps) {
    const [type, name] = [textAt(step.value, 'step_type'), nameOf(step)];
    if (name === undefined) notes.step(step.place, report);
    else if (type === 'tool_call') open.push(step);
    else if (type === 'tool_response') {
      const at = open.findIndex((call) => nameOf(call) === name);
      const [call = { value: {}, place: step.place }] = at === -1 ? [] : open.splice(at, 1);
      used.push(invocationOf(call, step, task, report));
    } else used.push(invocationOf(step, step, task, report));
  }
  // A call without a response is still shown as a call.
  return [...used, ...open.map((call) => invocationOf(call, { value: {}, place: call.place }, task, report))];
}

const namesOfStep: Where = ['name', 'step_action.tool_invocation.tool_name', 'step_action.agent_invocation.agent_name'];
const argumentsOfStep: Where = [
  'parameters',
  'requests',
  'step_action.tool_invocation.parameters',
  'step_action.agent_invocation.requests',
];

/** Some libraries write an empty text for a missing one. */
function nameOf({ value }: Placed): string | undefined {
  const name = findAt(value, namesOfStep, (one) => one !== '')?.value;
  return typeof name === 'string' ? name : undefined;
}

/** Reads an invocation from a call step and a response step, or from one step for both. */
function invocationOf(call: Placed, end: Placed, task: string, report: ImportReport): SourcedInvocation {
  const written = fieldAt(end.value, 'end_time') ?? fieldAt(call.value, 'end_time');
  const at = readInstant(written, [...end.place, 'end_time'], report);
  const since = parseInstant(textAt(call.value, 'start_time') ?? '');
  const until = at === undefined ? undefined : parseInstant(at);
  const args = fieldAt(call.value, argumentsOfStep);
  const event: CapabilityInvoked = {
    type: 'capability-invoked',
    task,
    ...(at !== undefined && { at }),
    function: functionKey(nameOf(end) ?? nameOf(call) ?? ''),
    ...(args !== undefined && { args }),
    ...outcomeOf(call.value, end.value),
    ...(since !== undefined && until !== undefined && until >= since && { took_ms: until - since }),
  };
  return { event, source: call.place, result: end.place === call.place ? undefined : end.place };
}

function outcomeOf(call: Value, end: Value): InvocationOutcome {
  const error = fieldAt(end, 'error') ?? fieldAt(call, 'error') ?? '';
  if (error !== '' && typeof error === 'string') return { outcome: 'errored', reason: error };
  if (error !== '') return { outcome: 'errored', reason: 'the trace has an error for this step', output: { error } };
  // A response step has the result in its parameter `response`.
  return resultOf(end === call ? undefined : fieldAt(end, ['parameters.response', 'parameters']));
}
