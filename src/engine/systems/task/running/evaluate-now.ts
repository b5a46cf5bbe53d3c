import type { EvalResult } from '../../../cel/index.ts';
import type { SpecificationHookId } from '../../../model/hooks.ts';
import type { RecordValue, Value } from '../../../model/value.ts';
import type { Review } from '../course.ts';
import { evaluate, type Evaluated } from '../evaluate.ts';
import type { TaskEvent } from '../event.ts';
import { clockOf } from '../machine.ts';
import { surroundingsOf, type Runtime } from '../surroundings.ts';
import { asData } from './as-data.ts';
import type { LiveTask } from './live-task.ts';
import { contextOf, rootTask, type RunState } from './run-state.ts';

export interface EvaluatedNow {
  readonly outcome: Evaluated;
  /** Its writes into the mount; none when it waits for a decision, because it is evaluated again later. */
  readonly events: readonly TaskEvent[];
}

/** The inputs of an evaluation beside the task. */
export interface Variables {
  readonly input?: Value | undefined;
  readonly output?: Value | undefined;
  readonly reviews?: readonly Review[];
  /** The result of a capability that a script calls; by default the result given to the run. */
  readonly called?: (key: string, args: Value) => EvalResult;
}

export function evaluateNow(
  run: RunState,
  live: LiveTask,
  expression: string,
  scope: SpecificationHookId,
  { input, output, reviews = [], called }: Variables,
): EvaluatedNow {
  const { now, scriptResults } = run.world;
  const before = live.mount === null ? undefined : (run.mounts.get(live.mount) ?? {});
  const files = before === undefined ? undefined : new Map(Object.entries(before).filter(isText));
  const functions = live.log.history().functions.map(({ key }) => key);
  const runtime: Runtime = {
    context: contextOf(live),
    now: now ?? clockOf(live.task),
    functions: [...new Set([...functions, ...Object.keys(scriptResults)])],
    files,
    called: called ?? ((key) => scriptResult(run, key)),
    reviews: new Map(reviews.map(({ user, approved }) => [user, approved])),
  };
  const outcome = evaluate(expression, surroundingsOf(scope, runtime, input, output));
  if ('fault' in outcome) return { outcome, events: outcome.review === undefined ? written(live, before, files) : [] };
  return { outcome: { ...outcome, value: asData(outcome.value) }, events: written(live, before, files) };
}

export const scriptResult = ({ world: { scriptResults } }: RunState, key: string): Value =>
  Object.hasOwn(scriptResults, key) ? (scriptResults[key] ?? null) : null;

function written(
  { id, mount }: LiveTask,
  before: RecordValue | undefined,
  files: ReadonlyMap<string, string> | undefined,
): readonly TaskEvent[] {
  const events: TaskEvent[] = [];
  for (const [path, text] of files ?? []) {
    const isNew = before === undefined || !Object.hasOwn(before, path) || before[path] !== text;
    const shared = id === rootTask || mount === null ? {} : { mount };
    if (isNew) events.push({ type: 'file-written', path, text, ...shared });
  }
  return events;
}

const isText = (file: [string, Value]): file is [string, string] => typeof file[1] === 'string';
