import { unreachable } from '../../../base/unreachable.ts';
import { Growing } from '../../model/growing.ts';
import { parseInstant } from '../../model/instant.ts';
import type { ArtifactWrite } from './artifact.ts';
import type {
  A2aEvent,
  ArtifactEmitted,
  ContextSaved,
  MessageReceived,
  StatusSent,
  TaskClosed,
  TaskSubmitted,
  TurnEnded,
} from './event.ts';
import { Keyed } from './keyed.ts';
import type { Message } from './message.ts';
import { beginningOf, nextTurnId, turnOf, type A2aState } from './state.ts';
import type { StreamEvent } from './stream-event.ts';
import { isFinal, isTerminal, takesFollowUps, type TaskState } from './task-state.ts';
import { createdTask, written, type Task } from './task.ts';
import { requestContextOf } from './transient.ts';
import type { Request, Turn } from './turn.ts';

/** Returns the same object when nothing changes. An event that storage would refuse changes nothing. */
export function apply(state: A2aState, event: A2aEvent): A2aState {
  const next = changed(state, event);
  const at = next === state || event.type === 'clock-advanced' ? undefined : event.at;
  return at === undefined ? next : notEarlier(next, at);
}

function changed(state: A2aState, event: A2aEvent): A2aState {
  switch (event.type) {
    case 'task-submitted':
      return submitted(state, event);
    case 'context-saved':
      return saved(state, event);
    case 'clock-advanced':
      if (event.seconds === 0 || state.now === undefined) return state;
      return { ...state, now: state.now + event.seconds * 1000 };
    default: {
      const task = state.tasks.get(event.task);
      return task === undefined ? state : happened(state, task, event);
    }
  }
}

type OfKnownTask = Exclude<A2aEvent, { type: 'task-submitted' | 'context-saved' | 'clock-advanced' }>;

function happened(state: A2aState, task: Task, event: OfKnownTask): A2aState {
  switch (event.type) {
    case 'message-received':
      return received(state, task, event);
    case 'turn-started':
      return started(state, task, event.at);
    case 'status-sent':
      return reported(state, task, event);
    case 'artifact-emitted':
      return emitted(state, task, event);
    case 'artifacts-written':
      return flushed(state, task, event.at);
    case 'capability-invoked':
      return state;
    case 'turn-ended':
      return ended(state, task, event);
    case 'task-closed':
      return closed(state, task, event);
    case 'message-recorded':
      return withTask(state, written(task, { at: event.at, messages: [event.message] }));
    case 'metadata-merged': {
      const metadata = { ...task.metadata, ...event.metadata };
      return Object.keys(event.metadata).length === 0 ? state : withTask(state, { ...task, metadata });
    }
    case 'cancel-requested': {
      if (task.cancel !== null || isTerminal(task.state)) return state;
      const since = event.at === undefined ? state.now : parseInstant(event.at);
      return withTask(state, { ...task, cancel: { since } });
    }
    default:
      return unreachable(event);
  }
}

function submitted(state: A2aState, event: TaskSubmitted): A2aState {
  if (state.tasks.get(event.task) !== undefined) return state;
  const { task, context, message, at } = event;
  const recorded = {
    keepsTransitions: event.keeps_transitions !== false,
    isStateKnown: event.state_unrecorded !== true,
  };
  const made = withTask(state, createdTask(task, context, requestOf(event), at, recorded));
  if (context === null || message === undefined) return made;
  const key = beginningOf(context, message.message_id);
  return state.beginnings.has(key) ? made : { ...made, beginnings: state.beginnings.set(key, task) };
}

/** Only a task that waits for its user returns to `submitted`. */
function received(state: A2aState, task: Task, event: MessageReceived): A2aState {
  if (isTerminal(task.state)) return state;
  const { at, message } = event;
  const resumes = takesFollowUps(task.state) && message?.role !== 'agent';
  const next = written(task, {
    at,
    ...(resumes && { state: 'submitted' }),
    messages: message === undefined ? [] : [message],
  });
  const held = withTask(state, { ...next, request: requestOf(event) });
  return resumes ? shown(held, statusEvent(task.id, 'submitted', null, at)) : held;
}

function requestOf(event: TaskSubmitted | MessageReceived): Request {
  return {
    message: event.message ?? null,
    acceptedOutputModes: event.accepted_output_modes ?? [],
    returnsImmediately: event.return_immediately === true,
    transient: requestContextOf(event),
  };
}

function started(state: A2aState, task: Task, at: string | undefined): A2aState {
  if (isTerminal(task.state)) return state;
  const isFirst = task.turn === null;
  const turn: Turn = {
    id: nextTurnId(state),
    task: task.id,
    request: task.request,
    history: isFirst ? Growing.of() : task.history,
    previousArtifacts: isFirst ? Keyed.of() : task.artifacts,
    ended: false,
    pending: Growing.of(),
    lastFlush: at === undefined ? state.now : parseInstant(at),
  };
  const working = { ...written(task, { at, state: 'working' }), turn: turn.id };
  const next = { ...withTask(state, working), turns: state.turns.put(turn) };
  return shown(next, statusEvent(task.id, 'working', null, at));
}

function reported(state: A2aState, task: Task, { at, message, in_history }: StatusSent): A2aState {
  // The reason why a task ended is never overwritten; an update without a message is still shown.
  if (message !== undefined && isTerminal(task.state)) return state;
  const stored =
    message === undefined
      ? state
      : drained(state, task, at, (artifacts) =>
          written(task, {
            at,
            statusMessage: message,
            messages: in_history === true ? [message] : [],
            artifacts,
          }),
        );
  return shown(stored, statusEvent(task.id, 'working', message ?? null, at, false));
}

function emitted(state: A2aState, task: Task, { artifact, append, last_chunk, at }: ArtifactEmitted): A2aState {
  const write: ArtifactWrite = { chunk: artifact, append };
  const event: StreamEvent = { type: 'artifact', task: task.id, at, chunk: artifact, append, lastChunk: last_chunk };
  const turn = turnOf(state, task);
  // A recording may have artifacts whose turn is unknown.
  const next =
    turn === undefined
      ? withTask(state, written(task, { at, artifacts: [write] }))
      : withTurn(state, { ...turn, pending: turn.pending.append(write) });
  return shown(next, event);
}

function flushed(state: A2aState, task: Task, at: string | undefined): A2aState {
  const pending = turnOf(state, task)?.pending.length ?? 0;
  return pending === 0 ? state : drained(state, task, at, (artifacts) => written(task, { at, artifacts }));
}

function ended(state: A2aState, task: Task, event: TurnEnded): A2aState {
  if (isTerminal(task.state)) return state;
  const { at, message, artifact } = event;
  const next = drained(state, task, at, (pending) => {
    const last: readonly ArtifactWrite[] = artifact === undefined ? [] : [{ chunk: artifact, append: false }];
    const messages = message === undefined || event.in_history === false ? [] : [message];
    const done = written(task, {
      at,
      state: event.state,
      ...(message !== undefined && { statusMessage: message }),
      messages,
      artifacts: [...pending, ...last],
    });
    return event.by === 'reply_directly' && message !== undefined ? { ...done, directReply: message.message_id } : done;
  });
  const turn = turnOf(next, task);
  const over = turn === undefined ? next : withTurn(next, { ...turn, ended: true });
  return shown(over, ...lastEvents(task.id, event));
}

/** An artifact made by the ending call comes first, then the final status. */
function lastEvents(task: string, { by, state, message, artifact, at }: TurnEnded): StreamEvent[] {
  const end = statusEvent(task, state, message ?? null, at);
  if (by === 'reply_directly' && message !== undefined) return [{ type: 'message', task, at, message }, end];
  if (artifact === undefined) return [end];
  return [{ type: 'artifact', task, at, chunk: artifact, append: false, lastChunk: true }, end];
}

function closed(state: A2aState, task: Task, { at, message, forced, in_history, ...event }: TaskClosed): A2aState {
  if (isTerminal(task.state)) return state;
  const write = (artifacts: Iterable<ArtifactWrite>) =>
    written(task, {
      at,
      state: event.state,
      ...(message !== undefined && { statusMessage: message }),
      messages: message === undefined || in_history === false ? [] : [message],
      artifacts,
    });
  const cancellation = forced === true && task.cancel === null ? { cancel: { since: undefined } } : {};
  const next =
    forced === true
      ? withTask(state, { ...write([]), ...cancellation })
      : drained(state, task, at, (all) => write(all));
  return shown(next, statusEvent(task.id, event.state, message ?? null, at));
}

/** One write to storage, together with the chunks that the turn has buffered. */
function drained(
  state: A2aState,
  task: Task,
  at: string | undefined,
  write: (pending: Iterable<ArtifactWrite>) => Task,
): A2aState {
  const turn = turnOf(state, task);
  if (turn === undefined) return withTask(state, write([]));
  const lastFlush = (at === undefined ? undefined : parseInstant(at)) ?? state.now;
  const pending = turn.pending.length === 0 ? turn.pending : Growing.of<ArtifactWrite>();
  return withTurn(withTask(state, write(turn.pending)), { ...turn, pending, lastFlush });
}

function saved(state: A2aState, { context, value }: ContextSaved): A2aState {
  if (state.contexts.get(context)?.value === value) return state;
  return { ...state, contexts: state.contexts.put({ id: context, value }) };
}

const statusEvent = (
  task: string,
  state: TaskState,
  message: Message | null,
  at: string | undefined,
  final = isFinal(state),
): StreamEvent => ({ type: 'status', task, at, state, final, message });

const withTask = (state: A2aState, task: Task): A2aState => ({ ...state, tasks: state.tasks.put(task) });

const withTurn = (state: A2aState, turn: Turn): A2aState => ({ ...state, turns: state.turns.put(turn) });

const shown = (state: A2aState, ...events: readonly StreamEvent[]): A2aState => ({
  ...state,
  stream: events.reduce((all, event) => all.append(event), state.stream),
});

/** Clocks of different machines disagree a little; time never runs backwards. */
function notEarlier(state: A2aState, at: string): A2aState {
  const now = parseInstant(at);
  return now === undefined || now <= (state.now ?? Number.NEGATIVE_INFINITY) ? state : { ...state, now };
}
