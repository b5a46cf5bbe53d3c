import * as v from 'valibot';
import { specificationHooks, type SpecificationHookId } from '../../../model/hooks.ts';
import { materialise } from '../../../model/materialise.ts';
import type { Problem } from '../../../model/problem.ts';
import { typeName, type RecordValue, type Value } from '../../../model/value.ts';
import type { Result } from '../../../../base/result.ts';
import { checkedArguments } from '../../arguments.ts';
import type { OperationCall } from '../../machine.ts';
import { plainCheckOf } from '../../plain-check.ts';
import type { Evaluated } from '../evaluate.ts';
import type { TaskEvent } from '../event.ts';
import { TaskEventSchema } from '../event.ts';
import { declaration } from '../header.ts';
import { interpolate } from '../interpolate.ts';
import { collisions, functionKey } from '../keys.ts';
import type { TaskState } from '../machine.ts';
import { operations, type Decided } from '../operations.ts';
import { readStep } from '../steps.ts';
import { variablesOf } from '../surroundings.ts';
import { decideCall, decideScript, decideSteps } from './decide-calls.ts';
import { input, llm, output } from './conversation.ts';
import { done, refusal, refused, type TaskDecided } from './decided.ts';
import { evaluateNow } from './evaluate-now.ts';
import { offered } from './offered.ts';
import { placed, Progress } from './progress.ts';
import { settle, decideReview } from './resume.ts';
import type { LiveTask } from './live-task.ts';
import { rootTask, type RunState, waitingCalls } from './run-state.ts';
import { statusNow, waitOf } from './status.ts';
import { operationSpecs } from './specs.ts';

const specs = new Map(operationSpecs.map((spec) => [spec.name, spec]));

/** Decides the result of an operation in a state, without changing the state. */
export function decide(run: RunState, { op, on = rootTask, as, args: given }: OperationCall): TaskDecided {
  const spec = specs.get(op);
  if (spec === undefined) return refusal('unknown_operation', `A task has no ${op.slice(0, 80)}().`, { op });
  const live = run.tasks.get(on);
  if (live === undefined) return refusal('unknown_object', `There is no task called “${on.slice(0, 80)}”.`);
  // The specification has an error of its own for a missing message.
  const checked = checkedArguments(spec, given, { missingAllowed: ['message'] });
  if (!checked.ok) return refusal('invalid_argument', checked.problem.message);
  const args = checked.value;
  const reading = decideReading(run, live, op, args);
  if (reading !== null) return reading;
  const refusedNow = suspended(run, live, op);
  if (refusedNow !== null) return refusedNow;
  const progress = new Progress(run);
  const decided = act(progress, live, op, args, as);
  if (decided.kind === 'refused') return decided;
  settle(progress);
  return wellFormed(ended(progress, decided));
}

/** The decision with the events of everything that followed. A wait that already ended becomes its result. */
function ended({ events, run }: Progress, decided: TaskDecided): TaskDecided {
  if (decided.kind === 'waits' && run.held.every(({ token }) => token !== decided.token)) {
    const settled = events.findLast((event) => event.type === 'wait-settled' && event.token === decided.token);
    if (settled?.type === 'wait-settled') return done(settled.resolves ?? { ...settled.rejects }, events);
  }
  return 'events' in decided ? { ...decided, events } : decided;
}

/** Operations that only read a task and are allowed at any time. */
function decideReading(run: RunState, live: LiveTask, op: string, args: RecordValue): TaskDecided | null {
  switch (op) {
    case 'status':
      return done(statusNow(run, live));
    case 'offered':
      return done(
        offered(run, live).map(({ key, isAgent, parameters, bound }) => ({
          function: key,
          delegates: isAgent,
          parameters,
          bound,
        })),
      );
    case 'function_name':
      return named(args);
    case 'check_capabilities':
      return done({ collisions: collisions(live.task.header.capabilities ?? []).map(({ key }) => key) });
    case 'scope_variables':
      return inScope(args, (scope) => done(variablesOf(scope)));
    case 'eval':
      return inScope(args, (scope) => {
        const { outcome, events } = evaluateNow(run, live, textOf(args['expr']), scope, valuesOf(args));
        return evaluated(outcome, events);
      });
    case 'interpolate':
      return inScope(args, (scope) => {
        const events: TaskEvent[] = [];
        const { text } = interpolate(textOf(args['template']), (expression) => {
          const now = evaluateNow(run, live, expression, scope, valuesOf(args));
          events.push(...now.events);
          return now.outcome;
        });
        return done(text, events);
      });
    case 'validate_step': {
      const step = readStep(args['layer'] === 'guardrail' ? 'guardrail' : 'middleware', args['step']);
      return step.ok ? done(null) : refused(step.problem);
    }
    default:
      return null;
  }
}

/** Operations that change a task. The arguments have the right types; the schema of the events checks everything else. */
function act(progress: Progress, { id }: LiveTask, op: string, args: RecordValue, as: string | undefined): TaskDecided {
  switch (op) {
    case 'input':
      return answered(progress, input(progress, id, args));
    case 'llm':
      return answered(progress, llm(progress, id, args));
    case 'output':
      return answered(progress, output(progress, id, args));
    case 'call':
      return decideCall(progress, id, args, as);
    case 'script':
      return decideScript(progress, id, textOf(args['script']));
    case 'run_steps':
      return decideSteps(progress, id, args);
    case 'approve':
    case 'deny':
      return decideReviewed(progress, id, op === 'approve', args);
    default:
      return decidePlain(progress, id, op, args);
  }
}

const plain: { readonly [op: string]: keyof typeof operations } = {
  invoke: 'invoke',
  fail: 'fail',
  lock: 'lock',
  close: 'close',
  advance: 'advance',
};

function decidePlain(progress: Progress, id: string, op: string, args: RecordValue): TaskDecided {
  const name = plain[op];
  if (name === undefined) return refusal('unknown_operation', `A task has no ${op.slice(0, 80)}().`, { op });
  const { task } = progress.live(id);
  const decided = (operations[name] as (task: TaskState, args: RecordValue) => Decided)(task, args); // as described
  if (!decided.ok) return refused(decided.problem);
  // Time passes for all tasks of a run.
  const own = op === 'advance' ? decided.value : decided.value.map((event) => placed(event, id));
  progress.happen(own);
  return done(null);
}

function answered(progress: Progress, result: Result<Value, Problem>): TaskDecided {
  return result.ok ? done(result.value, progress.events) : refused(result.problem);
}

const EventsSchema = v.array(TaskEventSchema);
const isPlainEvent = plainCheckOf(TaskEventSchema);

function wellFormed(decided: TaskDecided): TaskDecided {
  if (!('events' in decided) || decided.events.every(isPlainEvent)) return decided;
  const events = v.safeParse(EventsSchema, decided.events);
  // The original events are returned, because numbers are already plain and the next state was computed for these objects.
  if (events.success) return decided;
  const [issue] = events.issues;
  const field = (v.getDotPath(issue) ?? '').replace(/^\d+\.?/, '');
  return refusal('invalid_argument', `“${field}” is wrong: ${issue.message}.`);
}

function named(args: RecordValue): TaskDecided {
  const declared = v.safeParse(declaration, args);
  if (declared.success) return done(functionKey(declared.output));
  return refusal('invalid_argument', `This is not a declaration of a capability: ${declared.issues[0].message}.`);
}

function inScope(args: RecordValue, then: (scope: SpecificationHookId) => TaskDecided): TaskDecided {
  const scope = textOf(args['scope']);
  if (!isHook(scope)) {
    return refusal(
      'invalid_argument',
      `There is no hook “${scope.slice(0, 80)}”: they are ${Object.keys(specificationHooks).join(', ')}.`,
    );
  }
  return then(scope);
}

const isHook = (name: string): name is SpecificationHookId => Object.hasOwn(specificationHooks, name);

const typeNames: { readonly [type: string]: string } = { null_type: 'null' };

function evaluated(result: Evaluated, events: readonly TaskEvent[]): TaskDecided {
  // A refusal changes nothing, so the writes of a failing expression are dropped.
  if ('fault' in result) return refusal(result.fault, result.message);
  const type = typeName(result.value);
  return done({ value: materialise(result.value), type: typeNames[type] ?? type }, events);
}

const textOf = (value: Value | undefined): string => (typeof value === 'string' ? value : '');

/** An undefined value means an empty object. */
const valuesOf = (args: RecordValue) => ({ input: args['input'], output: args['output'] });

/** A person approves or denies the review of a call. A task has at most one open review. */
function decideReviewed(progress: Progress, id: string, approved: boolean, args: RecordValue): TaskDecided {
  const held = waitingCalls(progress.run, id).find(({ awaits }) => 'review' in awaits);
  if (held === undefined || !('review' in held.awaits)) return noReview(progress, id);
  const { review } = held.awaits;
  const { user, reason } = args;
  if (typeof user === 'string' && user !== review) {
    return refusal('not_the_reviewer', `The reviewer is ${review.slice(0, 80)}, not ${user.slice(0, 80)}.`, {
      review,
    });
  }
  const reached = decideReview(progress, held, approved, typeof reason === 'string' ? reason : undefined);
  if ('answer' in reached) return done(reached.answer, progress.events);
  const next = progress.run.held.find(({ token }) => token === reached.token);
  return done(next === undefined ? null : { awaiting: waitOf(next) }, progress.events);
}

function noReview({ run }: Progress, id: string): TaskDecided {
  const elsewhere = run.held.find(({ awaits }) => 'review' in awaits);
  const hint = elsewhere === undefined ? '' : ` The task ${elsewhere.node ?? rootTask} has one.`;
  return refusal('no_review', `The task ${id} has no open review.${hint}`);
}

/** Operations of the model and the user. The runtime may always end a task, let time pass, or decide a review. */
const steps: ReadonlySet<string> = new Set(['input', 'llm', 'output', 'call', 'script', 'invoke', 'run_steps']);

/** While its child tasks work, a task may still make the other calls of the same model turn. */
const besideChildren: ReadonlySet<string> = new Set(['call', 'script', 'invoke', 'run_steps']);

/**
 * A task is suspended until the open review of its call is decided, and its model does not continue before its child tasks
 * have answered. Other operations are refused meanwhile and change nothing.
 */
function suspended(run: RunState, { id, task }: LiveTask, op: string): TaskDecided | null {
  // For a task that is over, the operation itself is refused with that reason.
  if (!steps.has(op) || task.phase.kind === 'terminal') return null;
  const held = waitingCalls(run, id);
  const review = held.find(({ awaits }) => 'review' in awaits);
  if (review !== undefined && 'review' in review.awaits) {
    const { course, awaits, token } = review;
    const what = course.function === '' ? 'the steps' : `the call of ${course.function}`;
    return refusal(
      'task_suspended',
      `The task waits for ${awaits.review.slice(0, 80)} to review ${what}: approve() or deny() comes first.`,
      { token, review: awaits.review },
    );
  }
  const [first] = held;
  if (first === undefined || besideChildren.has(op) || !('task_id' in first.awaits)) return null;
  const { task_id } = first.awaits;
  return refusal(
    'task_suspended',
    `The task waits for its child task: ${task_id} must answer with output() or end first.`,
    { token: first.token, task_id },
  );
}
