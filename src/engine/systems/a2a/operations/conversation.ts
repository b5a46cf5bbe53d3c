import { nonJson, copied } from '../json-value.ts';
import { stampOf } from '../state.ts';
import { done, refused, type A2aDecided, type CalledOnTurn } from './called.ts';

/** Null when nothing was saved, or when there is no conversation. */
export function loadContext({ state, task }: CalledOnTurn): A2aDecided {
  return done([], task.context === null ? null : (state.contexts.get(task.context)?.value ?? null));
}

/** Replaces the whole value. Without a conversation there is nothing to store it for. */
export function updateContext({ state, task, args }: CalledOnTurn): A2aDecided {
  if (task.context === null || task.context === '') return done();
  const value = args.given('context') ?? null;
  const place = nonJson(value);
  if (place !== null) {
    return refused('value_error', `Only JSON can be stored, and ${place.what} at ${place.path} is none.`, {
      place: place.path,
    });
  }
  // A copy: whoever goes on changing what it passed does not change what is stored.
  return done([{ type: 'context-saved', context: task.context, value: copied(value), ...stampOf(state) }]);
}
