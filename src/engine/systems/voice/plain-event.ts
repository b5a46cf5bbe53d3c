import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { areTokens, isAmount } from '../fields.ts';
import type { CallEvent } from './event.ts';

/**
 * A fast check for events that `CallEventSchema` accepts unchanged, without a copy. False is inconclusive: the schema
 * then decides and describes the fault. Every present key is checked, because a key with the value undefined is not a
 * missing key.
 */
export function isPlainEvent(event: unknown): event is CallEvent {
  if (!isRecord(event) || !hasNeeded(event)) return false;
  for (const key in event) if (!fits(key, event[key])) return false;
  return true;
}

/** Whether the event has the required fields of its type. */
function hasNeeded(event: RecordValue): boolean {
  switch (event['type']) {
    case 'user-spoke':
    case 'agent-spoke':
      return true;
    case 'tool-called':
      return 'params' in event;
    case 'tool-ended':
      return 'outcome' in event;
    case 'value-set':
    case 'value-appended':
      return 'path' in event && 'value' in event;
    case 'value-deleted':
    case 'placeholder-missed':
      return 'path' in event;
    case 'flag-changed':
      return 'flag' in event && typeof event['value'] === 'boolean';
    case 'agent-state-set':
      return 'agent' in event && 'key' in event && 'value' in event;
    case 'handoff-triggered':
      return 'target' in event;
    case 'agent-switched':
      return 'agent' in event;
    default:
      // Rare types are left to the schema.
      return false;
  }
}

/** Whether a value fits a field of this name, which has the same type in all events. */
function fits(key: string, value: Value | undefined): boolean {
  switch (key) {
    case 'at':
    case 'text':
    case 'template':
    case 'intended':
    case 'tool':
    case 'path':
    case 'flag':
    case 'agent':
    case 'key':
    case 'target':
    case 'error':
      return typeof value === 'string';
    case 'value':
    case 'output':
      return value !== undefined;
    case 'interrupted':
      return typeof value === 'boolean';
    case 'params':
      return isRecord(value);
    case 'outcome':
      return value === 'ok' || value === 'error';
    case 'tokens':
      return areTokens(value);
    case 'took_ms':
      return isAmount(value);
    default:
      return true;
  }
}
