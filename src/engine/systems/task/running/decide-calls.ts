import * as v from 'valibot';
import { isList, type RecordValue } from '../../../model/value.ts';
import type { Course } from '../course.ts';
import { FunctionNameSchema } from '../function-name.ts';
import { keyOf } from '../keys.ts';
import { operations } from '../operations.ts';
import { readStep, type Layer, type PolicyStep } from '../steps.ts';
import { call } from './calls.ts';
import { done, refusal, refused, type TaskDecided } from './decided.ts';
import { continueCall } from './continue-call.ts';
import { offered } from './offered.ts';
import type { Progress, CallProgress } from './progress.ts';
import { runScript, scriptAnswer } from './scripts.ts';

/** The model calls a capability, with the bindings and steps of the agent's manifest. */
export function decideCall(progress: Progress, id: string, args: RecordValue, as: string | undefined): TaskDecided {
  const name = v.safeParse(FunctionNameSchema, args['function']);
  if (!name.success) return refusal('invalid_argument', '“function” must be a key, or {"ref": …, "capability": …}.');
  const over = unlessOver(progress, id);
  if (over !== null) return over;
  const { args: passed = {}, result, error } = args;
  const reached = call(progress, id, {
    function: name.output,
    args: passed,
    ...(result !== undefined && { result }),
    ...(typeof error === 'string' && { error }),
    ...(as !== undefined && { as }),
  });
  return 'unknown' in reached ? unknownCapability(progress, id, keyOf(name.output)) : decisionOf(progress, reached);
}

/** Runs a script of the model. A script that cannot begin has no effect. */
export function decideScript(progress: Progress, id: string, script: string): TaskDecided {
  const over = unlessOver(progress, id);
  if (over !== null) return over;
  const reached = runScript(progress, id, script, []);
  if ('token' in reached) return decisionOf(progress, reached);
  if ('fault' in reached && progress.events.length === 0) return refusal(reached.fault, reached.message);
  return done(scriptAnswer(reached), progress.events);
}

/** Steps that are tried out by hand, with all their effects. */
export function decideSteps(progress: Progress, id: string, args: RecordValue): TaskDecided {
  const over = unlessOver(progress, id);
  if (over !== null) return over;
  const layer: Layer = args['layer'] === 'guardrail' ? 'guardrail' : 'middleware';
  const stage = args['list'] === 'after' ? 'after' : 'before';
  const steps: PolicyStep[] = [];
  const listed = args['steps'] ?? null;
  for (const value of isList(listed) ? listed : []) {
    const step = readStep(layer, value);
    if (!step.ok) return refused(step.problem);
    steps.push(step.value);
  }
  const { input = {}, output = {}, sub_capability: action, function: name } = args;
  const course: Course = {
    of: 'steps',
    layer,
    stage,
    function: typeof name === 'string' ? name : '',
    ...(typeof action === 'string' && { action }),
    before: stage === 'before' ? steps : [],
    after: stage === 'after' ? steps : [],
    steps_run: 0,
    runs: { kind: 'result', result: null },
    passed: input,
    bound: {},
    input,
    ...(stage === 'after' && { output }),
    reviews: [],
  };
  return decisionOf(progress, continueCall(progress, id, course));
}

function decisionOf(progress: Progress, reached: CallProgress): TaskDecided {
  if ('answer' in reached) return done(reached.answer, progress.events);
  const { token } = reached;
  const held = progress.run.held.find((each) => each.token === token);
  const made = held !== undefined && 'task_id' in held.awaits ? { task_id: held.awaits.task_id } : {};
  return { kind: 'waits', events: progress.events, token, returns: { token, ...made } };
}

/** Refuses a call on a task that is over. */
function unlessOver(progress: Progress, id: string): TaskDecided | null {
  const admitted = operations.close(progress.live(id).task);
  return admitted.ok ? null : refused(admitted.problem);
}

function unknownCapability(progress: Progress, id: string, key: string): TaskDecided {
  const known = offered(progress.run, progress.live(id)).map((each) => each.key);
  return refusal('unknown_capability', `The agent has no capability ${key.slice(0, 80)}: it has ${known.join(', ')}.`);
}
