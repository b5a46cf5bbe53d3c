import { indexOf } from '../../../model/history-index.ts';
import type { RecordValue, Value } from '../../../model/value.ts';
import { capabilityFor, refOf, type Capability } from '../capability.ts';
import type { Course, CapabilityRun } from '../course.ts';
import type { FunctionName } from '../function-name.ts';
import { functionKey } from '../keys.ts';
import { operations } from '../operations.ts';
import { scriptResult } from './evaluate-now.ts';
import { continueCall, notRun, withBound } from './continue-call.ts';
import type { Progress, CallProgress } from './progress.ts';

export interface RequestedCall {
  readonly function: FunctionName;
  /** The model's own arguments. */
  readonly args: Value;
  /** The result of a tool without an expression; `error` is its failure instead. */
  readonly result?: Value;
  readonly error?: string;
  /** The child task's name requested by the caller. */
  readonly as?: string;
  readonly script?: Course['script'];
  /** The token under which the whole call already waits. */
  readonly token?: string | undefined;
}

/** The call names a capability that the agent does not have. */
export interface UnknownCapability {
  readonly unknown: true;
}

/**
 * The model calls a capability. In the order of the specification: limits, bindings, `before_first` and `before`, the
 * capability itself, `after`; `continue-call.ts` has the effect of each on the call.
 */
export function call(progress: Progress, id: string, asked: RequestedCall): CallProgress | UnknownCapability {
  const { run } = progress;
  const { task, manifest } = progress.live(id);
  const capability = capabilityFor(task.header, manifest, run.sources, asked.function);
  if (capability === undefined) return { unknown: true };
  progress.decide(id, (state) => operations.admit(state, { out: progress.out(id, asked.token) }));
  if (progress.isOver(id)) return { answer: notRun };
  const { bound, fault } = bind(progress, id, capability, asked.args);
  const { policy } = capability;
  const course: Course = {
    of: 'call',
    layer: 'middleware',
    stage: 'before',
    function: capability.key,
    ...(capability.action !== undefined && { action: capability.action }),
    before: isFirst(progress, id, capability) ? [...policy.beforeFirst, ...policy.before] : policy.before,
    after: policy.after,
    steps_run: 0,
    runs: fault === null ? whatRuns(progress, capability, asked) : { kind: 'error', error: fault },
    passed: asked.args,
    bound,
    input: withBound(asked.args, bound),
    reviews: [],
    ...(asked.script !== undefined && { script: asked.script }),
  };
  // After a failed binding no step runs: the call fails first.
  return continueCall(progress, id, fault === null ? course : { ...course, stage: 'run' }, asked.token);
}

function bind(
  progress: Progress,
  id: string,
  { key, policy, toolAction, isAgent }: Capability,
  args: Value,
): { readonly bound: RecordValue; readonly fault: string | null } {
  const bound: [string, Value][] = [];
  for (const [parameter, expression] of policy.bindings) {
    // Bindings of a tool with several actions apply to the actions that have the parameter.
    if (!isAgent && toolAction?.parameters !== undefined && !toolAction.parameters.has(parameter)) continue;
    const evaluated = progress.evaluate(id, expression, 'binding', { input: args });
    if ('fault' in evaluated) {
      const fault = `The binding of ${parameter} of ${key} could not be evaluated: ${evaluated.message}.`;
      return { bound: Object.fromEntries(bound), fault };
    }
    bound.push([parameter, evaluated.value]);
  }
  return { bound: Object.fromEntries(bound), fault: null };
}

function whatRuns(
  progress: Progress,
  { key, ref, isAgent, toolAction }: Capability,
  asked: RequestedCall,
): CapabilityRun {
  if (asked.error !== undefined) return { kind: 'error', error: asked.error };
  if (asked.result !== undefined) return { kind: 'result', result: asked.result };
  if (isAgent) return { kind: 'agent', agent: ref, ...(asked.as !== undefined && { as: asked.as }) };
  if (toolAction?.expression !== undefined) return { kind: 'expression', expression: toolAction.expression };
  return { kind: 'result', result: scriptResult(progress.run, key) };
}

/** Whether no action of the tool was called before in this task. */
function isFirst(progress: Progress, id: string, { ref, key }: Capability): boolean {
  const { task, log } = progress.live(id);
  const keys = (task.header.capabilities ?? []).filter((declared) => refOf(declared) === ref).map(functionKey);
  const { functions } = indexOf(log.history());
  return [key, ...keys].every((each) => (functions.get(each)?.turns.length ?? 0) === 0);
}
