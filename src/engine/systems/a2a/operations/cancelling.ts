import { formatInstant } from '../../../model/instant.ts';
import type { A2aEvent, TaskClosed } from '../event.ts';
import type { Message } from '../message.ts';
import type { A2aState } from '../state.ts';
import { isTerminal } from '../task-state.ts';
import type { Task } from '../task.ts';
import { done, placed, refused, type A2aDecided, type Called, type CalledOnTask } from './called.ts';

/** Sets a flag that the worker may read. A second request changes nothing. */
export function cancel(called: CalledOnTask): A2aDecided {
  const { task } = called;
  if (isTerminal(task.state)) {
    return refused('not_cancelable', `The task is ${task.state} already: there is nothing to cancel.`);
  }
  return done(task.cancel === null ? [{ type: 'cancel-requested', ...placed(called) }] : []);
}

/** A task that is over stays as it is. */
export function forceCancel({ state, task }: CalledOnTask): A2aDecided {
  return isTerminal(task.state) ? { kind: 'ignored' } : done([forced(task, state.now)]);
}

/** Time passes; when a grace period ends on the way, the server cancels at that moment. */
export function advance({ state, args }: Called): A2aDecided {
  const seconds = args.number('seconds') ?? 0;
  if (!(seconds >= 0) || !Number.isFinite(seconds)) return refused('value_error', 'Time only passes forwards.');
  if (state.now === undefined || seconds === 0) return done();
  const end = state.now + seconds * 1000;
  const events: A2aEvent[] = [];
  let now = state.now;
  for (const { task, deadline } of deadlines(state).filter((due) => due.deadline <= end)) {
    const moment = Math.max(now, deadline);
    events.push(...passed(now, moment), forced(task, moment));
    now = moment;
  }
  return done([...events, ...passed(now, end)]);
}

const passed = (from: number, to: number): A2aEvent[] =>
  to > from ? [{ type: 'clock-advanced', seconds: (to - from) / 1000 }] : [];

function deadlines({ tasks, settings }: A2aState): { readonly task: Task; readonly deadline: number }[] {
  return [...tasks]
    .flatMap((task) => {
      const since = isTerminal(task.state) ? undefined : task.cancel?.since;
      return since === undefined ? [] : [{ task, deadline: since + settings.cancelGrace * 1000 }];
    })
    .toSorted((a, b) => a.deadline - b.deadline);
}

function forced(task: Task, now: number | undefined): TaskClosed {
  const at = now === undefined ? undefined : formatInstant(now);
  return {
    type: 'task-closed',
    task: task.id,
    ...(at !== undefined && { at }),
    state: 'canceled',
    message: cancelMessage(task, 'Task was force-canceled after timeout.'),
    forced: true,
  };
}

export const cancelMessage = (task: Pick<Task, 'id' | 'version'>, text: string): Message => ({
  message_id: `${task.id}.${task.version + 1}`,
  role: 'agent',
  parts: [{ text }],
});
