import type { SpecificationHookId } from '../../../model/hooks.ts';
import type { RecordValue } from '../../../model/value.ts';
import { capabilityFor } from '../capability.ts';
import type { Review } from '../course.ts';
import type { Evaluated } from '../evaluate.ts';
import type { FunctionName } from '../function-name.ts';
import { keyOf } from '../keys.ts';
import { operations } from '../operations.ts';
import type { StepTools } from '../steps.ts';
import { scriptResult } from './evaluate-now.ts';
import type { Progress } from './progress.ts';
import type { LiveTask } from './live-task.ts';

export interface StepsAt {
  readonly scope: SpecificationHookId;
  /** The decisions that the first of the steps has requested. */
  readonly reviews: readonly Review[];
  /** The state of the task for the steps, if it is not the current one. */
  seen?(): LiveTask | undefined;
}

/** The functions with which steps act on a task. */
export function stepTools(progress: Progress, id: string, { scope, reviews, seen }: StepsAt): StepTools {
  const decided = (index: number) => (index === 0 ? reviews : []);
  return {
    evaluate: (expression, values, index) =>
      progress.evaluate(id, expression, scope, { ...values, reviews: decided(index) }, seen?.()),
    invoke: (name, args, index) => invoke(progress, id, name, args, decided(index)),
    isOver: () => progress.isOver(id),
  };
}

/** Invokes a capability for a step of the middleware. No middleware runs for it. It is recorded under the key of the capability, and is no turn. */
function invoke(
  progress: Progress,
  id: string,
  name: FunctionName,
  args: RecordValue,
  reviews: readonly Review[],
): Evaluated {
  const { task, manifest } = progress.live(id);
  const toolAction = capabilityFor(task.header, manifest, progress.run.sources, name)?.toolAction;
  const yielded: Evaluated =
    toolAction?.expression === undefined
      ? { value: scriptResult(progress.run, keyOf(name)), text: undefined }
      : progress.evaluate(id, toolAction.expression, 'tool-expression', { input: args, reviews });
  if ('fault' in yielded && yielded.review !== undefined) return yielded;
  const outcome =
    'fault' in yielded
      ? ({ outcome: 'error', error: yielded.message } as const)
      : ({ outcome: 'ok', output: yielded.value } as const);
  progress.decide(id, (state) => operations.record(state, { function: name, args, ...outcome }));
  return yielded;
}
