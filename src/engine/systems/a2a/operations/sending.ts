import type { RecordValue } from '../../../model/value.ts';
import { apply } from '../apply.ts';
import type { A2aEvent, MessageReceived, TaskSubmitted } from '../event.ts';
import { mediaTypeOf, readMessage, type AddressedMessage } from '../read-message.ts';
import { nextTurnId, stampOf, type A2aState } from '../state.ts';
import { isTerminal, takesFollowUps } from '../task-state.ts';
import type { Task } from '../task.ts';
import { withRequestContext } from '../transient.ts';
import { startTurn } from './picking-up.ts';
import { done, refused, type A2aDecided, type Called } from './called.ts';

/** A message to a task that there is already; `pickedUp` says whether a worker takes it at once. */
export function followUp(called: Called, task: Task | undefined, pickedUp: boolean): A2aDecided {
  const read = readMessage(called.args.value('message'));
  if (!read.ok) return refused('value_error', read.problem);
  const addressed = read.value;
  const fault = faultOfMessage(called.state, addressed);
  if (fault !== null) return fault;
  if (task === undefined) return refused('task_not_found', 'There is no such task.');
  const refusal = refusalOf(task, addressed, called.args.text('context_id'));
  if (refusal !== null) return refusal;
  if (knows(task, addressed.message.message_id)) return done([], { enqueued: false });
  const event: MessageReceived = { type: 'message-received', task: task.id, ...asked(called, addressed) };
  return sent(called, withRequestContext(event, called.args.record('request_context')), pickedUp);
}

/** A message that makes a task; the same message once more makes none. */
export function newTask(called: Called, pickedUp: boolean): A2aDecided {
  const { state, args } = called;
  const read = readMessage(args.value('message'));
  if (!read.ok) return refused('value_error', read.problem);
  const addressed = read.value;
  const fault = faultOfMessage(state, addressed);
  if (fault !== null) return fault;
  const given = args.given('context_id');
  const context = given === null ? null : (args.text('context_id') ?? addressed.context ?? freshContext(state));
  const twin = [...state.tasks].find((task) => isTwin(task, context, addressed.message.message_id));
  if (twin !== undefined) return done([], { enqueued: false, task_id: twin.id });
  const event: TaskSubmitted = { type: 'task-submitted', task: freshTask(state), context, ...asked(called, addressed) };
  return sent(called, withRequestContext(event, args.record('request_context')), pickedUp);
}

function sent({ state }: Called, event: TaskSubmitted | MessageReceived, pickedUp: boolean): A2aDecided {
  const after = apply(state, event);
  const task = after.tasks.get(event.task);
  if (!pickedUp || task === undefined) return done([event], { enqueued: true, task_id: event.task });
  const start: A2aEvent = startTurn(after, task);
  const returns: RecordValue = { enqueued: true, task_id: event.task };
  return done([event, start], start.type === 'turn-started' ? { ...returns, ctx: nextTurnId(after) } : returns);
}

function asked({ state, args }: Called, { message }: AddressedMessage) {
  const modes = args.texts('accepted_output_modes');
  return {
    ...stampOf(state),
    message,
    ...(modes.length > 0 && { accepted_output_modes: modes }),
    ...(args.flag('return_immediately') && { return_immediately: true }),
  };
}

/** What the server refuses before it looks at any task. */
function faultOfMessage({ settings: { inputModes } }: A2aState, { message }: AddressedMessage): A2aDecided | null {
  if (message.message_id.trim() === '') return refused('invalid_request', 'A message needs a message_id.');
  if (inputModes.length === 0) return null;
  const foreign = message.parts.map(mediaTypeOf).find((type) => !inputModes.includes(type));
  return foreign === undefined
    ? null
    : refused('content_type_not_supported', `The agent takes ${inputModes.join(', ')}, not ${foreign}.`, {
        media_type: foreign,
      });
}

/** In the server's order: a task that is over says so before anything else. */
function refusalOf(task: Task, { message, context }: AddressedMessage, asked: string | undefined): A2aDecided | null {
  if (isTerminal(task.state)) {
    return refused('terminal_state', `The task is ${task.state}: it takes no further message. Start a new one.`);
  }
  const meant = context ?? asked;
  if (meant !== undefined && meant !== '' && meant !== task.context) {
    return refused('context_mismatch', `The task belongs to the conversation ${task.context}, not to ${meant}.`);
  }
  if (takesFollowUps(task.state) || message.role === 'agent') return null;
  return refused('not_accepting_messages', `The task is ${task.state}: it takes a message only when it asks for one.`);
}

function knows({ history }: Task, messageId: string): boolean {
  for (const { message_id } of history) if (message_id === messageId) return true;
  return false;
}

const isTwin = (task: Task, context: string | null, messageId: string): boolean =>
  context !== null && task.context === context && task.history.at(0)?.message_id === messageId;

function freshTask({ tasks }: A2aState): string {
  let number = tasks.length + 1;
  while (tasks.get(`task-${number}`) !== undefined) number++;
  return `task-${number}`;
}

function freshContext({ tasks }: A2aState): string {
  const known = new Set([...tasks].map(({ context }) => context));
  let number = known.size + 1;
  while (known.has(`context-${number}`)) number++;
  return `context-${number}`;
}
