import { entry, isRecord, type RecordValue, type Value } from '../../../model/value.ts';
import type { Course, CapabilityRun } from '../course.ts';
import { clockOf } from '../machine.ts';
import { input } from './conversation.ts';
import { rootTask } from './run-state.ts';
import type { Progress, CallProgress } from './progress.ts';

/** The reason why a delegation cannot begin, in words. */
export interface NotDelegated {
  readonly fault: string;
}

/**
 * Creates a task for the agent. Its first input is the model's message with the values of bindings. The call waits until
 * that task answers or ends.
 */
export function delegate(
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
