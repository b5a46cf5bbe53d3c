import { exportedContextAt } from '../../model/context-view.ts';
import { ComputedMap } from '../../model/computed-map.ts';
import type { Decisions } from '../../model/decisions.ts';
import type { History, NodeId, TurnIndex } from '../../model/history.ts';
import type { Session } from '../../model/session.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { TaskEvent } from './event.ts';
import type { TaskHeader } from './header.ts';
import { runAt } from './standings.ts';
import { standing, standingBelow } from './running/status.ts';

/** A task after a turn: how it stands, and its context. Pasted back as a snapshot it is read again. */
export function stateAt(
  session: Session<TaskHeader, TaskEvent>,
  history: History,
  turn: TurnIndex,
  decisions: Decisions,
): Value {
  const run = runAt(session, turn);
  const below = standingBelow(run);
  const child = (id: string): Value => {
    const node = id as NodeId; // a task's id is its node's
    return view({ ...below.get(id), context: exportedContextAt(history, turn, decisions, node) });
  };
  const tasks = new ComputedMap([...below.keys()], child);
  return view({
    ...standing(run),
    context: exportedContextAt(history, turn, decisions),
    ...(below.size > 0 && { tasks }),
  });
}

const view = (fields: RecordValue): Value => new ComputedMap(Object.keys(fields), (key) => fields[key] ?? null);
