import { unreachable } from '../../../base/unreachable.ts';
import { checkedArguments } from '../arguments.ts';
import type { OperationCall } from '../machine.ts';
import { type A2aState, stampOf } from './state.ts';
import { lifecycleMethods, type LifecycleMethod, type TaskClosed, type TurnEnded } from './event.ts';
import { Args } from './operations/args.ts';
import {
  calledOn,
  refused,
  type A2aDecided,
  type Called,
  type CalledOnTask,
  type CalledOnTurn,
  done,
  agentMessage,
  placed,
} from './operations/called.ts';
import { advance, cancel, forceCancel, cancelMessage } from './operations/cancelling.ts';
import { endTurn } from './operations/lifecycle.ts';
import { pickUp } from './operations/picking-up.ts';
import { emitAny, emitData, emitText, sendStatus } from './operations/progress.ts';
import { accepts, dep, exportContains, exportStream, exportTask, get, readStoredTask } from './operations/reading.ts';
import { followUp, newTask } from './operations/sending.ts';
import { fieldAt, inSnakeCase } from './wire/field.ts';
import { operationSpecs, workerOperations } from './operations/specs.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { nonJson, copied } from './json-value.ts';
import { isTerminal } from './task-state.ts';

/** Without a lifecycle call the task fails, unless its client has requested cancellation. */
function handlerReturned(called: CalledOnTurn): A2aDecided {
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
function handlerRaised(called: CalledOnTurn): A2aDecided {
  const { turn, task, args } = called;
  if (turn.ended || turn.id !== task.turn) return done();
  if (isTerminal(task.state)) return leftOver(called);
  const message = agentMessage(called, [{ text: args.text('message') ?? '' }]);
  return done([{ type: 'task-closed', ...placed(called), state: 'failed', message }]);
}

/** Buffered chunks are stored even when another party has ended the task. */
const leftOver = (called: CalledOnTurn): A2aDecided =>
  done(called.turn.pending.length === 0 ? [] : [{ type: 'artifacts-written', ...placed(called) }]);

type Operation =
  | { readonly on: 'turn'; readonly run: (called: CalledOnTurn) => A2aDecided }
  | { readonly on: 'task'; readonly run: (called: CalledOnTask) => A2aDecided }
  | { readonly on: 'server'; readonly run: (called: Called, on: string | undefined) => A2aDecided };

const onTurn = (run: (called: CalledOnTurn) => A2aDecided): Operation => ({ on: 'turn', run });
const onTask = (run: (called: CalledOnTask) => A2aDecided): Operation => ({ on: 'task', run });

const ending = (method: LifecycleMethod): readonly [string, Operation] => [
  method,
  onTurn((called) => endTurn(method, called)),
];

const operations: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ...lifecycleMethods.map(ending),
  ['send_status', onTurn(sendStatus)],
  ['emit_text_artifact', onTurn(emitText)],
  ['emit_data_artifact', onTurn(emitData)],
  ['emit_artifact', onTurn(emitAny)],
  ['load_context', onTurn(loadContext)],
  ['update_context', onTurn(updateContext)],
  ['accepts', onTurn(accepts)],
  ['get', onTurn(get)],
  ['dep', onTurn(dep)],
  ['handler_return', onTurn(handlerReturned)],
  ['handler_raise', onTurn(handlerRaised)],
  ['handler_end', onTurn(handlerReturned)],
  ['pick_up', onTask(pickUp)],
  ['cancel', onTask(cancel)],
  ['force_cancel', onTask(forceCancel)],
  ['read_stored_task', onTask(readStoredTask)],
  ['export', onTask(exportTask)],
  ['export_stream', onTask(exportStream)],
  ['export_contains', onTask(exportContains)],
  ['advance', { on: 'server', run: advance }],
  ['new_task', { on: 'server', run: (called) => newTask(called, true) }],
  [
    'follow_up',
    {
      on: 'server',
      run: (called, on) => followUp(called, calledOn(called.state, addressee(called) ?? on)?.task, true),
    },
  ],
  [
    'send',
    {
      on: 'server',
      run(called, on) {
        const id = addressee(called) ?? on;
        return id === undefined ? newTask(called, false) : followUp(called, calledOn(called.state, id)?.task, false);
      },
    },
  ],
]);

/** A message may name its task itself. */
function addressee({ args }: Called): string | undefined {
  const message: Value = args.value('message') ?? null;
  const own = isRecord(message) ? fieldAt(message, 'taskId') : undefined;
  return args.text('task_id') ?? (typeof own === 'string' && own !== '' ? own : undefined);
}

const workerNames = new Set(workerOperations.map(({ name }) => name));
const specs = new Map(operationSpecs.map((spec) => [spec.name, spec]));

/** Decides the result of an operation in a state, without changing the state. */
export function decide(state: A2aState, { op, on, args: written }: OperationCall): A2aDecided {
  const [operation, spec] = [operations.get(op), specs.get(op)];
  if (operation === undefined || spec === undefined) return refused('unknown_operation', `There is no ${op}().`);
  const args = inSnakeCase(written, (name) => spec.parameters.some((parameter) => parameter.name === name));
  // A method of the context has fixed parameters; a client's request may have more fields than the server reads.
  const checked = checkedArguments(spec, args, { ignoresUnknown: !workerNames.has(op) });
  if (!checked.ok) return refused('value_error', checked.problem.message);
  const called = { state, args: new Args(checked.value) };
  if (operation.on === 'server') return operation.run(called, on);
  const found = calledOn(state, on);
  if (found === undefined) return refused('unknown_object', `There is no ${on ?? 'task'} to call ${op}() on.`);
  const { task, turn } = found;
  switch (operation.on) {
    case 'task':
      return operation.run({ ...called, task });
    case 'turn':
      if (turn === undefined) return refused('not_picked_up', 'No worker has picked the task up yet.');
      return operation.run({ ...called, task, turn });
    default:
      return unreachable(operation);
  }
}

/** Null when nothing was saved, or when there is no conversation. */
function loadContext({ state, task }: CalledOnTurn): A2aDecided {
  return done([], task.context === null ? null : (state.contexts.get(task.context)?.value ?? null));
}

/** Replaces the whole stored value. Without a conversation nothing is stored. */
function updateContext({ state, task, args }: CalledOnTurn): A2aDecided {
  if (task.context === null || task.context === '') return done();
  const value = args.given('context') ?? null;
  const place = nonJson(value);
  if (place !== null) {
    return refused('value_error', `Only JSON can be stored, but there is ${place.what} at ${place.path}.`, {
      place: place.path,
    });
  }
  // A copy, so that later changes of the argument do not change the stored value.
  return done([{ type: 'context-saved', context: task.context, value: copied(value), ...stampOf(state) }]);
}
