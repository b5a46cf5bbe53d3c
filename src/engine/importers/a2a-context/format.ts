import type { Value } from '../../model/value.ts';
import { readState } from '../../systems/a2a/wire/spelling.ts';
import { fieldAt, fits } from '../../importing/values/where.ts';

/**
 * a2akit: the `ctx` that a worker gets for one turn of a task, and a task as it is stored. The state at a turn as
 * Contextscope prints it is such a `ctx`, and also has the tasks as clients get them (`task`, `tasks`) and the stored value
 * of the conversation (`stored_context`).
 * https://github.com/Coding-Crashkurse/a2akit
 */
export const isContext = (value: Value): boolean =>
  fits(value, { task_id: 'text', message_id: 'text', user_text: 'text', history: 'list' });

export const isStoredTask = (value: Value): boolean =>
  fits(value, { id: 'text', state: 'text', artifacts: 'list', history: 'list', transitions: 'list' }) &&
  readState(fieldAt(value, 'state')) !== undefined;
