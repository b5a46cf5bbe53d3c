import { isRecord, type RecordValue, type Value } from '../../../model/value.ts';
import { fieldAt, recordAt, textAt } from './field.ts';
import { readState } from './spelling.ts';

export function isTaskLike(value: Value): value is RecordValue {
  if (!isRecord(value)) return false;
  const state = readState(fieldAt(recordAt(value, 'status'), 'state'));
  return state !== undefined && typeof fieldAt(value, 'id') === 'string';
}

/** The conversation's id under its names in all versions: version 0.1 has `sessionId`. Null when there is none. */
export const contextOf = (value: RecordValue): string | null =>
  textAt(value, 'contextId') ?? textAt(value, 'sessionId') ?? null;

/** The key of the parts of a message or an artifact: drafts of version 1.0 use `content`. */
export const partsKey = (value: RecordValue): 'parts' | 'content' =>
  fieldAt(value, 'parts') === undefined && Array.isArray(fieldAt(value, 'content')) ? 'content' : 'parts';
