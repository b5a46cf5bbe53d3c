import { contextAt, type ContextView } from '../../../model/context-view.ts';
import { defaultDecisions, type Decisions } from '../../../model/decisions.ts';
import type { HookId } from '../../../model/hooks.ts';
import type { RecordValue, Value } from '../../../model/value.ts';
import { evaluate, type Evaluated } from '../evaluate.ts';
import type { TaskEvent } from '../event.ts';
import { apply, initialState, type TaskState } from '../machine.ts';
import { statusOf } from '../operations.ts';
import { toSnapshot } from '../snapshot/to-snapshot.ts';
import { surroundingsOf, type Runtime } from '../surroundings.ts';
import type { TaskHeader } from '../header.ts';
import { EventLog } from './event-log.ts';

/** A task with what surrounds it while it runs: its past, the files of its mount, what capabilities yield. */
export interface RunningTask {
  readonly task: TaskState;
  readonly log: EventLog;
  readonly world: World;
  /** Undefined: the agent's `mount` is `none`. */
  readonly files: RecordValue | undefined;
}

/** What a run is given and nothing changes. */
export interface World {
  /** The variable `now`. */
  readonly now: string | undefined;
  /** What a capability yields when a script or a step calls it. */
  readonly scriptResults: RecordValue;
}

export function runningTask(header: TaskHeader, world: World, files: RecordValue | undefined): RunningTask {
  return { task: initialState(header), log: EventLog.of(header), world, files };
}

/** Hands back the very same object when the task is over: nothing more happens to it. */
export function happened(state: RunningTask, event: TaskEvent): RunningTask {
  if (state.task.phase.kind === 'terminal') return state;
  const files = event.type === 'file-written' ? { ...state.files, [event.path]: event.text } : state.files;
  return { ...state, task: apply(state.task, event), log: state.log.append(event), files };
}

const decisionsOf = ({ header }: TaskState): Decisions => ({ ...defaultDecisions, ...header.decisions });

/** What expressions see now: read it at once. */
export function contextOf({ task, log }: RunningTask): ContextView {
  return contextAt(log.history(), task.turns.length - 1, decisionsOf(task));
}

export function snapshotOf({ task, log }: RunningTask): Value {
  return { context: toSnapshot(log.history(), task.turns.length - 1, decisionsOf(task)), ...statusOf(task) };
}

export interface EvaluatedNow {
  readonly outcome: Evaluated;
  /** What the expression wrote into the mount. */
  readonly events: readonly TaskEvent[];
}

export function evaluateNow(
  state: RunningTask,
  expression: string,
  scope: HookId,
  values: { readonly input: Value | undefined; readonly output: Value | undefined },
): EvaluatedNow {
  const files = state.files === undefined ? undefined : new Map(Object.entries(state.files).filter(isText));
  const runtime: Runtime = {
    context: contextOf(state),
    now: state.world.now,
    functions: state.log.history().functions.map(({ key }) => key),
    files,
    scriptResults: state.world.scriptResults,
  };
  const outcome = evaluate(expression, surroundingsOf(scope, runtime, values.input, values.output));
  const events: TaskEvent[] = [];
  for (const [path, text] of files ?? []) {
    if (state.files?.[path] !== text) events.push({ type: 'file-written', path, text });
  }
  return { outcome, events };
}

const isText = (file: [string, Value]): file is [string, string] => typeof file[1] === 'string';
