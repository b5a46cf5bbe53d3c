import type { TaskClosed, TurnEnded } from '../event.ts';
import { isTerminal } from '../task-state.ts';
import { agentMessage, done, placed, type A2aDecided, type CalledOnTurn } from './called.ts';
import { cancelMessage } from './cancelling.ts';

/** Without a lifecycle call the task fails, unless its client has requested cancellation. */
export function handlerReturned(called: CalledOnTurn): A2aDecided {
  const { turn, task } = called;
  if (turn.ended || turn.id !== task.turn) return done();
  if (isTerminal(task.state)) return leftOver(called);
  if (task.cancel !== null) {
    const message = cancelMessage(task, 'Task was canceled.');
    const event: TaskClosed = { type: 'task-closed', ...placed(called), state: 'canceled', message };
    return done([event]);
  }
  const event: TurnEnded = {
    type: 'turn-ended',
    ...placed(called),
    by: 'fail',
    state: 'failed',
    message: agentMessage(called, [{ text: noLifecycleCall }]),
  };
  return done([event]);
}

const noLifecycleCall =
  'Worker returned without calling a lifecycle method (complete/fail/reject/respond/request_input/request_auth)';

/** An exception after the end of the turn has no effect. */
export function handlerRaised(called: CalledOnTurn): A2aDecided {
  const { turn, task, args } = called;
  if (turn.ended || turn.id !== task.turn) return done();
  if (isTerminal(task.state)) return leftOver(called);
  const message = agentMessage(called, [{ text: args.text('message') ?? '' }]);
  return done([{ type: 'task-closed', ...placed(called), state: 'failed', message }]);
}

/** Buffered chunks are stored even when another party has ended the task. */
const leftOver = (called: CalledOnTurn): A2aDecided =>
  done(called.turn.pending.length === 0 ? [] : [{ type: 'artifacts-written', ...placed(called) }]);
