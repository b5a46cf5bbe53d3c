import { hooks, type HookId } from '../../../model/hooks.ts';
import { materialise } from '../../../model/materialise.ts';
import { isRecord, type RecordValue, type Value } from '../../../model/value.ts';
import type { TaskEvent } from '../event.ts';
import { keyOf } from '../keys.ts';
import { operations, type Decided } from '../operations.ts';
import { readStep, runSteps, type Layer, type Step } from '../steps.ts';
import { done, refused, type TaskDecided } from './decided.ts';
import { evaluateNow, happened, type RunningTask } from './running-task.ts';

/** Runs steps one after the other; each sees what those before it have done. */
export function decideSteps(start: RunningTask, args: RecordValue): TaskDecided {
  const layer: Layer = args['layer'] === 'guardrail' ? 'guardrail' : 'middleware';
  const scope: HookId = `${layer}.${args['list'] === 'after' ? 'after' : 'before'}`;
  const steps: Step[] = [];
  for (const value of Array.isArray(args['steps']) ? args['steps'] : []) {
    const step = readStep(layer, value);
    if (!step.ok) return refused(step.problem);
    steps.push(step.value);
  }
  const course = new Course(start);
  const sub = args['sub_capability'];
  const { blocked, error, stepsRun, output } = runSteps(
    {
      layer,
      subCapability: typeof sub === 'string' ? sub : undefined,
      steps,
      input: args['input'] ?? {},
      output: hooks[scope].variables.includes('output') ? (args['output'] ?? {}) : undefined,
    },
    {
      evaluate(expression, values) {
        const { outcome, events } = evaluateNow(course.state, expression, scope, values);
        course.happen(events);
        return outcome;
      },
      invoke: (name, given) => {
        const result = scriptResult(course.state, keyOf(name));
        course.decide((state) =>
          operations.record(state.task, { function: name, args: given, outcome: 'ok', output: result }),
        );
      },
      lock: (reason) => course.decide((state) => operations.lock(state.task, { reason })),
    },
  );
  const shown = output === undefined || blocked ? {} : { output: materialise(output) };
  return done({ blocked, error, steps_run: stepsRun, ...shown }, course.events);
}

/** A state on its way, with what happened to it. */
class Course {
  state: RunningTask;
  readonly events: TaskEvent[] = [];

  constructor(start: RunningTask) {
    this.state = start;
  }

  happen(events: readonly TaskEvent[]): void {
    for (const event of events) {
      this.state = happened(this.state, event);
      this.events.push(event);
    }
  }

  /** What a task that is over refuses does not happen. */
  decide(operation: (state: RunningTask) => Decided): void {
    const decided = operation(this.state);
    if (decided.ok) this.happen(decided.value);
  }
}

function scriptResult({ world }: RunningTask, key: string): Value {
  const results = world.scriptResults;
  return isRecord(results) && Object.hasOwn(results, key) ? (results[key] ?? null) : null;
}
