import { elementAt, isList, isRecord, type RecordValue, type Value } from '../../../model/value.ts';
import { fieldAt, recordAt, textAt } from './field.ts';
import { readState } from './spelling.ts';

/** Whether the value has an id and a state, or at least other marks of a task in place of a readable state. */
export const isTaskLike = (value: Value): value is RecordValue =>
  isRecord(value) && typeof fieldAt(value, 'id') === 'string' && (hasReadableState(value) || isTaskWithoutState(value));

export const hasReadableState = (value: RecordValue): boolean =>
  readState(fieldAt(recordAt(value, 'status'), 'state')) !== undefined;

/** Other formats also have an id, a session and a history, so the kind or a message's id is required. */
function isTaskWithoutState(value: RecordValue): boolean {
  if (contextOf(value) === null) return false;
  const history = fieldAt(value, 'history') ?? null;
  const first = isList(history) ? elementAt(history, 0) : undefined;
  return (
    textAt(value, 'kind') === 'task' ||
    (first !== undefined && isRecord(first) && textAt(first, 'messageId') !== undefined)
  );
}

/** The conversation's id under its names in all versions: version 0.1 has `sessionId`. Null when there is none. */
export const contextOf = (value: RecordValue): string | null =>
  textAt(value, 'contextId') ?? textAt(value, 'sessionId') ?? null;

/** The key of the parts of a message or an artifact: drafts of version 1.0 use `content`. */
export const partsKey = (value: RecordValue): 'parts' | 'content' =>
  fieldAt(value, 'parts') === undefined && Array.isArray(fieldAt(value, 'content')) ? 'content' : 'parts';
