import type { System } from '../system.ts';
import { checkTask } from './check.ts';
import type { TaskEvent } from './event.ts';
import { taskGiven, type TaskHeader } from './header.ts';
import { growing, historyOf } from './columns.ts';
import { childIn } from './running/child-in.ts';
import { taskMachine } from './running/machine.ts';
import { openingFromSnapshot, openingOf } from './running/opening.ts';
import { stateAt } from './state-view.ts';
import { lifecycle } from './views/lifecycle.ts';

/** Task Context of the Common Agent Specification. */
export const task: System<TaskHeader, TaskEvent> = {
  id: 'task',
  title: 'Task Context',
  root: 'task',
  known: taskGiven,
  check: checkTask,
  history: historyOf,
  stateAt,
  machine: taskMachine,
  opening: ({ snapshot, ...given }) => (snapshot === undefined ? openingOf(given) : openingFromSnapshot(snapshot)),
  growing,
  objectIn: childIn,
  views: { lifecycle },
};
