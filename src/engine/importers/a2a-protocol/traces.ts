import { entry, isList, isRecord } from '../../model/value.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { parseInstant } from '../../model/instant.ts';
import type { Path } from '../../model/path.ts';
import type { CapabilityInvoked } from '../../systems/a2a/event.ts';
import { functionKey } from '../../systems/a2a/function-part.ts';
import { fieldAt, recordAt, textAt } from '../../systems/a2a/wire/field.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { counted } from '../../importing/import-report.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import type { SourcedInvocation } from './calls.ts';
import { resultOf, stepFailed, unknownResult } from './outcomes.ts';
import type { InvocationOutcome } from './outcomes.ts';

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
      report.note(
        'lost',
        'a2a-protocol/step',
        here,
        (n) => `${counted(n, 'step')} of a trace names no tool or agent: left out.`,
      );
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
