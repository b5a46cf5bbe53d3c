import { unreachable } from '../../../../base/unreachable.ts';
import { isSame } from '../../../model/equal.ts';
import type { HookId } from '../../../model/hooks.ts';
import { isRecord, type RecordValue, type Value } from '../../../model/value.ts';
import type { Course } from '../course.ts';
import type { CallOutcome, TaskEvent } from '../event.ts';
import { operations, type InvokeArgs } from '../operations.ts';
import { runSteps, type StepsEnd, type StepsRun } from '../steps.ts';
import { delegate } from './delegate.ts';
import { placed, type Progress, type Reached } from './progress.ts';
import { stepTools } from './step-tools.ts';

/** Takes a call from where it stands as far as it comes: to its answer, or to where it has to wait. */
export function goOn(progress: Progress, id: string, course: Course, token?: string): Reached {
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

/** The task ended before the call could. */
export const notRun: RecordValue = { outcome: 'not_run', error: 'The task is over.' };

/** Bindings win over what the model passed: the parameter is hidden from it. */
export function withBound(args: Value, bound: RecordValue): Value {
  return Object.keys(bound).length === 0 ? args : { ...(isRecord(args) ? args : {}), ...bound };
}

function before(progress: Progress, id: string, course: Course, token: string | undefined): Reached {
  const steps = stepped(progress, id, course);
  if (steps.end.kind === 'held') return heldAt(progress, id, course, steps, steps.end, token);
  if (course.of === 'steps') return tried(progress, id, course, steps);
  if (progress.isOver(id)) return { answer: notRun };
  const input = withBound(steps.input, course.bound);
  if (steps.end.kind === 'blocked') {
    const { error } = steps.end;
    return restricted(progress, id, { ...course, input }, { outcome: 'blocked_before', error }, steps.end);
  }
  return goOn(progress, id, { ...course, stage: 'run', before: [], input, reviews: [] }, token);
}

/** The capability itself. */
function running(progress: Progress, id: string, course: Course, token: string | undefined): Reached {
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

/** The capability has yielded a result, which the steps after it may withhold or change. */
export function ran(progress: Progress, id: string, course: Course, result: Value, token?: string): Reached {
  return goOn(progress, id, { ...course, stage: 'after', result, output: result, reviews: [] }, token);
}

/** The capability has failed: there is no result for the steps after it to look at, and the model is told. */
export function failed(progress: Progress, id: string, course: Course, error: string): Reached {
  return { answer: record(progress, id, course, { outcome: 'error', error }) };
}

/** It ran and has nothing to give: what it was about is restricted for good. */
export function withheld(progress: Progress, id: string, course: Course, error: string): Reached {
  return { answer: record(progress, id, course, { outcome: 'blocked_after', error, output: null }) };
}

function after(progress: Progress, id: string, course: Course, token: string | undefined): Reached {
  // Steps after a call see it on record, though what it comes to there is settled only behind them.
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

/** On record first: a task that is locked takes nothing any more. */
function restricted(
  progress: Progress,
  id: string,
  course: Course,
  outcome: CallEnd,
  { error, locks }: Extract<StepsEnd, { kind: 'blocked' }>,
): Reached {
  const answer = record(progress, id, course, outcome);
  if (locks) progress.decide(id, (task) => operations.lock(task, { reason: error }));
  return { answer };
}

type CallEnd = { readonly outcome: CallOutcome; readonly error?: string; readonly output?: Value };

/** Puts the call on record, and yields what the model is told of it. */
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

/** Steps that were tried out by hand end here, with what they came to. */
function tried(progress: Progress, id: string, course: Course, { end, output, stepsRun }: StepsRun): Reached {
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
  const scope: HookId = `${layer}.${stage === 'before' ? 'before' : 'after'}`;
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
): Reached {
  // Decisions belong to the step that asked for them.
  const isSameStep = stepsOf(course).length === rest.length;
  const held: Course = {
    ...course,
    ...(course.stage === 'before' ? { before: rest, input } : { after: rest, ...(output !== undefined && { output }) }),
    steps_run: course.steps_run + stepsRun,
    reviews: isSameStep ? course.reviews : [],
  };
  return progress.hold(id, { review }, held, token);
}
