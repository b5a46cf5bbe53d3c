import { unreachable } from '../../../../base/unreachable.ts';
import { isSame } from '../../../model/equal.ts';
import type { SpecificationHookId } from '../../../model/hooks.ts';
import { isRecord, type RecordValue, type Value, entry } from '../../../model/value.ts';
import type { Course, CapabilityRun } from '../course.ts';
import type { CallOutcome, TaskEvent } from '../event.ts';
import { operations, type InvokeArgs } from '../operations.ts';
import { runSteps, type StepsEnd, type StepsRun } from '../steps.ts';
import { placed, type Progress, type CallProgress } from './progress.ts';
import { stepTools } from './step-tools.ts';
import { clockOf } from '../machine.ts';
import { input } from './conversation.ts';
import { rootTask } from './run-state.ts';

/** Continues a call from its current progress until it has its answer or must wait. */
export function continueCall(progress: Progress, id: string, course: Course, token?: string): CallProgress {
  if (progress.isOver(id)) return { answer: notRun };
  switch (course.stage) {
    case 'before':
      return before(progress, id, course, token);
    case 'run':
      return running(progress, id, course, token);
    case 'after':
      return after(progress, id, course, token);
    default:
      return unreachable(course.stage);
  }
}

/** The task ended before the call did. */
export const notRun: RecordValue = { outcome: 'not_run', error: 'The task is over.' };

/** Bindings override the model's arguments, because the parameter is hidden from the model. */
export function withBound(args: Value, bound: RecordValue): Value {
  return Object.keys(bound).length === 0 ? args : { ...(isRecord(args) ? args : {}), ...bound };
}

function before(progress: Progress, id: string, course: Course, token: string | undefined): CallProgress {
  const steps = stepped(progress, id, course);
  if (steps.end.kind === 'held') return heldAt(progress, id, course, steps, steps.end, token);
  if (course.of === 'steps') return tried(progress, id, course, steps);
  if (progress.isOver(id)) return { answer: notRun };
  const input = withBound(steps.input, course.bound);
  if (steps.end.kind === 'blocked') {
    const { error } = steps.end;
    return restricted(progress, id, { ...course, input }, { outcome: 'blocked_before', error }, steps.end);
  }
  return continueCall(progress, id, { ...course, stage: 'run', before: [], input, reviews: [] }, token);
}

/** Runs the capability itself. */
function running(progress: Progress, id: string, course: Course, token: string | undefined): CallProgress {
  const { runs } = course;
  switch (runs.kind) {
    case 'result':
      return ran(progress, id, course, runs.result, token);
    case 'error':
      return failed(progress, id, course, runs.error);
    case 'expression': {
      const evaluated = progress.evaluate(id, runs.expression, 'tool-expression', course);
      if (!('fault' in evaluated)) return ran(progress, id, course, evaluated.value, token);
      if (evaluated.review !== undefined) return progress.hold(id, { review: evaluated.review }, course, token);
      return failed(progress, id, course, `${course.function} failed: ${evaluated.message}.`);
    }
    case 'agent': {
      const delegated = delegate(progress, id, course, runs, token);
      return 'fault' in delegated ? failed(progress, id, course, delegated.fault) : delegated;
    }
    default:
      return unreachable(runs);
  }
}

/** The capability has a result, which the later steps may withhold or change. */
export function ran(progress: Progress, id: string, course: Course, result: Value, token?: string): CallProgress {
  return continueCall(progress, id, { ...course, stage: 'after', result, output: result, reviews: [] }, token);
}

/** The capability has failed: the steps after it do not run, and the model gets the error. */
export function failed(progress: Progress, id: string, course: Course, error: string): CallProgress {
  return { answer: record(progress, id, course, { outcome: 'error', error }) };
}

/** It ran, but its result is restricted permanently. */
export function withheld(progress: Progress, id: string, course: Course, error: string): CallProgress {
  return { answer: record(progress, id, course, { outcome: 'blocked_after', error, output: null }) };
}

function after(progress: Progress, id: string, course: Course, token: string | undefined): CallProgress {
  // Steps after a call see its record, although its final outcome is only known after them.
  const succeeded = recorded(progress, id, course, { outcome: 'ok', output: course.result ?? null });
  const steps = stepped(progress, id, course, course.of === 'call' ? succeeded : []);
  if (steps.end.kind === 'held') return heldAt(progress, id, course, steps, steps.end, token);
  if (course.of === 'steps') return tried(progress, id, course, steps);
  if (progress.isOver(id)) return { answer: notRun };
  if (steps.end.kind === 'blocked') {
    const { error } = steps.end;
    const outcome: CallEnd = { outcome: 'blocked_after', error, output: course.result ?? null };
    return restricted(progress, id, course, outcome, steps.end);
  }
  progress.happen(succeeded);
  return { answer: { outcome: 'ok', output: steps.output ?? null } };
}

/** The call is recorded first, because a locked task accepts no further event. */
function restricted(
  progress: Progress,
  id: string,
  course: Course,
  outcome: CallEnd,
  { error, locks }: Extract<StepsEnd, { kind: 'blocked' }>,
): CallProgress {
  const answer = record(progress, id, course, outcome);
  if (locks) progress.decide(id, (task) => operations.lock(task, { reason: error }));
  return { answer };
}

type CallEnd = { readonly outcome: CallOutcome; readonly error?: string; readonly output?: Value };

/** Records the call, and returns the result that the model gets. */
function record(progress: Progress, id: string, course: Course, outcome: CallEnd): RecordValue {
  progress.happen(recorded(progress, id, course, outcome));
  return { outcome: outcome.outcome, ...(outcome.error !== undefined && { error: outcome.error }) };
}

function recorded(progress: Progress, id: string, course: Course, outcome: CallEnd): readonly TaskEvent[] {
  const decided = operations.answer(progress.live(id).task, invocation(course, outcome));
  return decided.ok ? decided.value.map((event) => placed(event, id)) : [];
}

function invocation({ function: name, input, passed, task_id }: Course, outcome: CallEnd): InvokeArgs {
  return {
    function: name,
    args: input,
    ...(!isSame(input, passed) && { passed }),
    ...(task_id !== undefined && { task_id }),
    ...outcome,
  };
}

/** Steps that were tried out by hand end here, with their result. */
function tried(progress: Progress, id: string, course: Course, { end, output, stepsRun }: StepsRun): CallProgress {
  const blocked = end.kind === 'blocked' ? end : null;
  if (blocked?.locks === true) progress.decide(id, (task) => operations.lock(task, { reason: blocked.error }));
  const isShown = course.stage === 'after' && blocked === null;
  return {
    answer: {
      blocked: blocked !== null,
      error: blocked?.error ?? null,
      steps_run: course.steps_run + stepsRun,
      ...(isShown && { output: output ?? null }),
    },
  };
}

function stepped(progress: Progress, id: string, course: Course, [seen]: readonly TaskEvent[] = []): StepsRun {
  const { layer, stage, input, action, reviews } = course;
  const scope: SpecificationHookId = `${layer}.${stage === 'before' ? 'before' : 'after'}`;
  return runSteps(
    {
      layer,
      subCapability: action,
      steps: stepsOf(course),
      input,
      // Null is a result like any other.
      output: stage === 'before' ? undefined : course.output === undefined ? {} : course.output,
    },
    stepTools(progress, id, {
      scope,
      reviews,
      seen: () => (seen === undefined ? undefined : progress.seenWith(id, seen)),
    }),
  );
}

const stepsOf = ({ stage, before: early, after: late }: Course) => (stage === 'before' ? early : late);

function heldAt(
  progress: Progress,
  id: string,
  course: Course,
  { input, output, stepsRun }: StepsRun,
  { review, rest }: Extract<StepsEnd, { kind: 'held' }>,
  token: string | undefined,
): CallProgress {
  // Decisions belong to the step that requested them.
  const isSameStep = stepsOf(course).length === rest.length;
  const held: Course = {
    ...course,
    ...(course.stage === 'before' ? { before: rest, input } : { after: rest, ...(output !== undefined && { output }) }),
    steps_run: course.steps_run + stepsRun,
    reviews: isSameStep ? course.reviews : [],
  };
  return progress.hold(id, { review }, held, token);
}

/** The reason why a delegation cannot begin, in words. */
interface NotDelegated {
  readonly fault: string;
}

/**
 * Creates a task for the agent. Its first input is the model's message with the values of bindings. The call waits until
 * that task answers or ends.
 */
function delegate(
  progress: Progress,
  id: string,
  course: Course,
  { agent, as }: Extract<CapabilityRun, { kind: 'agent' }>,
  token: string | undefined,
): CallProgress | NotDelegated {
  const text = isRecord(course.input) ? entry(course.input, 'message') : undefined;
  if (typeof text !== 'string') return { fault: `${course.function} needs “message”, a text for the agent.` };
  const child = nameFor(progress, as);
  const clock = clockOf(progress.live(id).task);
  const at = clock === undefined ? {} : { at: clock };
  const parent = id === rootTask ? {} : { parent: id };
  const { run: before, events } = progress;
  const count = events.length;
  progress.happen([{ type: 'task-created', node: child, ...parent, agent, ...at }]);
  const params = paramsOf(course.input);
  const received = input(progress, child, {
    message: [{ mimeType: 'text/plain', text }],
    ...(Object.keys(params).length > 0 && { params }),
  });
  if (!received.ok) {
    progress.takeBack(before, count);
    return { fault: received.problem.message };
  }
  return progress.hold(id, { task_id: child }, { ...course, stage: 'run', task_id: child }, token);
}

const paramsOf = (args: Value): RecordValue =>
  isRecord(args) ? Object.fromEntries(Object.entries(args).filter(([name]) => name !== 'message')) : {};

/** The name requested by the caller, unless it is already in use. */
function nameFor({ run }: Progress, wanted: string | undefined): string {
  if (wanted !== undefined && wanted !== 'task' && !run.tasks.has(wanted)) return wanted;
  // The root is the first task; names that callers have chosen are skipped.
  for (let number = run.tasks.size + 1; ; number++) {
    const name = `task${number}`;
    if (!run.tasks.has(name)) return name;
  }
}
