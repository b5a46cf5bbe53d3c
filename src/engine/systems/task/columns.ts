import type { History, NodeId, OwnHistory, TurnIndex } from '../../model/history.ts';
import type { Session } from '../../model/session.ts';
import type { GrowingHistory } from '../system.ts';
import { UndoLog } from '../../model/undo-log.ts';
import type { TaskEvent } from './event.ts';
import type { TaskHeader } from './header.ts';
import { growing as growingTogether, historyOf as historyTogether, isEnd, makesTurn } from './history.ts';
import { happened, ownerOf, rootTask, runState, type RunState } from './running/run-state.ts';

/** The columns of a task and of its child tasks, in one pass over their events. */
export function historyOf(session: Session<TaskHeader, TaskEvent>): History {
  const { header, events } = session;
  // Most recordings have one context and need no further columns.
  if (!events.some(({ type }) => type === 'task-created')) return historyTogether(session);
  const columns = growing(header, events);
  for (const event of events) columns.add(event);
  return columns.history;
}

/** The same, event by event. `events` are set for a recording. */
export function growing(header: TaskHeader, events?: readonly TaskEvent[]): GrowingHistory<TaskEvent> {
  const together = growingTogether(header, events);
  const past: TaskEvent[] = [];
  let own: OwnColumns | undefined;
  let isOver = false;
  return {
    history: together.history,
    /** The columns of child tasks cannot go back. */
    get recent() {
      return own === undefined ? together.recent : new UndoLog();
    },
    add(event) {
      if (isOver) return together.add(event);
      isOver = isEnd(event);
      if (own === undefined && event.type === 'task-created') {
        own = new OwnColumns(header, together.history);
        // Until now every turn belonged to the root.
        let turn = -1;
        for (const before of past) own.add(before, makesTurn(before) ? ++turn : turn);
        past.length = 0;
      }
      together.add(event);
      together.recent.did(() => {
        isOver = false;
        past.pop();
      });
      if (own === undefined) past.push(event);
      else own.add(event, together.history.turns.length - 1);
    },
  };
}

type Filling<T> = { -readonly [K in keyof T]: T[K] };

/** The columns of one task: its own log, and the positions of its turns among those of the session. */
class OwnColumns {
  readonly #parts = new Map<NodeId, OwnHistory & { readonly turns: TurnIndex[]; changes: number }>();
  readonly #whole: History;
  #run: RunState;

  constructor(header: TaskHeader, whole: Filling<History>) {
    this.#run = runState(header, { now: undefined, scriptResults: {} }, undefined);
    this.#whole = whole;
    whole.own = this.#parts;
  }

  /** `turn` is the latest turn of the session after the event. */
  add(event: TaskEvent, turn: TurnIndex): void {
    this.#run = happened(this.#run, event);
    const id = event.type === 'task-created' ? event.node : ownerOf(this.#run, event);
    for (const task of id === rootTask ? [id] : [rootTask, id]) this.#follow(task, turn);
  }

  #follow(task: string, turn: TurnIndex): void {
    const live = this.#run.tasks.get(task);
    if (live === undefined) return;
    const node = task as NodeId; // a task's id is its node's
    const history = live.log.history();
    const part = this.#parts.get(node) ?? { history, turns: [], changes: 0 };
    this.#parts.set(node, part);
    // Its latest turn may be an earlier one of the session, and what it shows there has changed.
    const changed = history.growth.since(part.changes);
    if (changed < part.turns.length) this.#whole.growth.touch(changed < 0 ? -1 : (part.turns[changed] ?? -1));
    part.changes = history.growth.count;
    if (part.turns.length < history.turns.length) part.turns.push(turn);
  }
}
