import type { System } from '../system.ts';
import { checkTask } from './check.ts';
import type { TaskEvent } from './event.ts';
import { taskGiven, type TaskHeader } from './header.ts';
import { growing, historyOf } from './columns.ts';
import { childIn } from './running/child-in.ts';
import { taskMachine } from './running/machine.ts';
import { openingFromSnapshot, openingOf } from './running/opening.ts';
import { lifecycle } from './views/lifecycle.ts';
import { exportedContextAt } from '../../model/context-view.ts';
import { ComputedMap } from '../../model/computed-map.ts';
import type { Decisions } from '../../model/decisions.ts';
import type { History, NodeId, TurnIndex } from '../../model/history.ts';
import type { Session } from '../../model/session.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { runAt } from './status-history.ts';
import { statusFields, childStatuses } from './running/status.ts';

/** A task after a turn: its status and its context, in the form of a snapshot that can be pasted again. */
export function stateAt(
  session: Session<TaskHeader, TaskEvent>,
  history: History,
  turn: TurnIndex,
  decisions: Decisions,
): Value {
  const run = runAt(session, turn);
  const below = childStatuses(run);
  const child = (id: string): Value => {
    const node = id as NodeId; // a task's id is its node's
    return view({ ...below.get(id), context: exportedContextAt(history, turn, decisions, node) });
  };
  const tasks = new ComputedMap([...below.keys()], child);
  return view({
    ...statusFields(run),
    context: exportedContextAt(history, turn, decisions),
    ...(below.size > 0 && { tasks }),
  });
}

const view = (fields: RecordValue): Value => new ComputedMap(Object.keys(fields), (key) => fields[key] ?? null);

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
