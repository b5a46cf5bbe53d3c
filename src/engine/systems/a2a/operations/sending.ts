import type { RecordValue } from '../../../model/value.ts';
import type { A2aEvent, MessageReceived, TaskSubmitted } from '../event.ts';
import { mediaTypeOf, readMessage, type AddressedMessage } from '../read-message.ts';
import { beginningOf, nextTurnId, stampOf, type A2aState } from '../state.ts';
import { isTerminal, takesFollowUps } from '../task-state.ts';
import type { Task } from '../task.ts';
import { withRequestContext } from '../transient.ts';
import { startTurn, type Waiting } from './picking-up.ts';
import { done, refused, type A2aDecided, type Called } from './called.ts';

/** A message to an existing task. With `pickedUp` a worker picks the task up at once. */
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
  const event: MessageReceived = { type: 'message-received', task: task.id, ...requestFields(called, addressed) };
  // Receiving it is a write of its own.
  const held = { ...task, version: task.version + 1 };
  return sent(called, withRequestContext(event, called.args.record('request_context')), pickedUp ? held : null);
}

/** A message that creates a task; the same message sent again creates none. */
export function newTask(called: Called, pickedUp: boolean): A2aDecided {
  const { state, args } = called;
  const read = readMessage(args.value('message'));
  if (!read.ok) return refused('value_error', read.problem);
  const addressed = read.value;
  const fault = faultOfMessage(state, addressed);
  if (fault !== null) return fault;
  const given = args.given('context_id');
  const context = given === null ? null : (args.text('context_id') ?? addressed.context ?? freshContext(state));
  const twin = context === null ? undefined : state.beginnings.get(beginningOf(context, addressed.message.message_id));
  if (twin !== undefined) return done([], { enqueued: false, task_id: twin });
  const event: TaskSubmitted = {
    type: 'task-submitted',
    task: freshTask(state),
    context,
    ...requestFields(called, addressed),
  };
  const made = { id: event.task, version: 1, cancel: null };
  return sent(called, withRequestContext(event, args.record('request_context')), pickedUp ? made : null);
}

/** `pickedUp` is the task after the message; null when no worker picks it up yet. */
function sent({ state }: Called, event: TaskSubmitted | MessageReceived, pickedUp: Waiting | null): A2aDecided {
  const returns: RecordValue = { enqueued: true, task_id: event.task };
  if (pickedUp === null) return done([event], returns);
  const start: A2aEvent = startTurn(state, pickedUp);
  return done([event, start], start.type === 'turn-started' ? { ...returns, ctx: nextTurnId(state) } : returns);
}

function requestFields({ state, args }: Called, { message }: AddressedMessage) {
  const modes = args.texts('accepted_output_modes');
  return {
    ...stampOf(state),
    message,
    ...(modes.length > 0 && { accepted_output_modes: modes }),
    ...(args.flag('return_immediately') && { return_immediately: true }),
  };
}

/** The refusal of a message that does not depend on its task. */
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

/** The refusal of a message by its task, in the server's order of checks. */
function refusalOf(
  task: Task,
  { message, context }: AddressedMessage,
  argument: string | undefined,
): A2aDecided | null {
  if (isTerminal(task.state)) {
    return refused('terminal_state', `The task is ${task.state}: it takes no further message. Start a new one.`);
  }
  const conversation = context ?? argument;
  if (conversation !== undefined && conversation !== '' && conversation !== task.context) {
    return refused('context_mismatch', `The task belongs to the conversation ${task.context}, not to ${conversation}.`);
  }
  if (takesFollowUps(task.state) || message.role === 'agent') return null;
  return refused('not_accepting_messages', `The task is ${task.state}: it takes a message only when it asks for one.`);
}

function knows({ history }: Task, messageId: string): boolean {
  // By index, because this runs over the whole conversation for every message.
  for (let i = 0; i < history.length; i++) if (history.at(i)?.message_id === messageId) return true;
  return false;
}

function freshTask({ tasks }: A2aState): string {
  let number = tasks.length + 1;
  while (tasks.get(`task-${number}`) !== undefined) number++;
  return `task-${number}`;
}

function freshContext({ tasks }: A2aState): string {
  const known = new Set<string | null>();
  for (const { context } of tasks) known.add(context);
  let number = known.size + 1;
  while (known.has(`context-${number}`)) number++;
  return `context-${number}`;
}
