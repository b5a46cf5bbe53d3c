import * as v from 'valibot';
import type { TaskState } from '../../systems/a2a/task-state.ts';
import { readState } from '../../systems/a2a/wire/spelling.ts';
import { anyList, anyRecord, anyValue, maybe, maybeText, record } from '../../importing/values/schema.ts';
import type { Value } from '../../model/value.ts';

const state = v.custom<string>((value) => typeof value === 'string' && readState(value) !== undefined, 'a state');

/** Accepts the spellings of protocol version 1.0 and of earlier versions. */
export const stateOf = (text: string | undefined): TaskState | undefined =>
  text === undefined ? undefined : readState(text);

/**
 * The `ctx` that an a2akit worker gets for one turn of a task. The state at a turn as Contextscope prints it also has the
 * tasks as clients get them (`task`, `tasks`) and the stored value of the conversation (`stored_context`).
 * https://github.com/Coding-Crashkurse/a2akit
 */
export const Context = record({
  task_id: v.string(),
  context_id: v.nullish(v.string()),
  message_id: v.string(),
  user_text: v.string(),
  parts: maybe(anyList),
  metadata: maybe(anyRecord),
  history: anyList,
  previous_artifacts: maybe(anyList),
  reference_task_ids: maybe(v.array(v.string())),
  message_extensions: maybe(v.array(v.string())),
  request_context: maybe(anyRecord),
  is_cancelled: maybe(v.boolean()),
  state: maybe(state),
  task: maybe(anyRecord),
  tasks: maybe(anyRecord),
  stored_context: maybe(anyValue),
});
export type Context = v.InferOutput<typeof Context>;

/** A task as a2akit stores it. */
export const StoredTask = record({
  id: v.string(),
  context_id: v.nullish(v.string()),
  state,
  status_message: maybe(anyList),
  artifacts: anyList,
  history: anyList,
  transitions: anyList,
});
export type StoredTask = v.InferOutput<typeof StoredTask>;

export const Entry = record({
  role: v.picklist(['user', 'agent']),
  text: maybeText,
  parts: maybe(anyList),
  message_id: maybeText,
});

export const Transition = record({ state, message_text: maybeText, timestamp: maybeText });

export const isContextOrTask = (value: Value): boolean => v.is(Context, value) || v.is(StoredTask, value);
