import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { areTokens, isAmount } from '../fields.ts';
import { lifecycleMethods, type A2aEvent } from './event.ts';
import { taskStates } from './task-state.ts';

/**
 * True only for an event that `A2aEventSchema` accepts unchanged: the same check, without a copy and in a fraction of the
 * time. After false the schema decides and words the fault.
 *
 * Every existing key is checked, because a key that holds undefined is not an absent one.
 */
export function isPlainEvent(event: unknown): event is A2aEvent {
  if (!isRecord(event) || typeof event['task'] !== 'string' || !hasNeeded(event)) return false;
  for (const key in event) if (!fits(key, event[key])) return false;
  return true;
}

/** The required fields of each type of event. */
function hasNeeded(event: RecordValue): boolean {
  switch (event['type']) {
    case 'status-sent':
    case 'message-received':
    case 'turn-started':
    case 'artifacts-written':
    case 'cancel-requested':
      return true;
    case 'task-submitted':
      return 'context' in event;
    case 'message-recorded':
      return 'message' in event;
    case 'artifact-emitted':
      return 'artifact' in event && 'append' in event && 'last_chunk' in event;
    case 'turn-ended':
      return 'state' in event;
    case 'capability-invoked':
      return 'function' in event && 'outcome' in event;
    default:
      // The schema reads the rare types.
      return false;
  }
}

/** The check of each field, by its name in any event. */
function fits(key: string, value: Value | undefined): boolean {
  switch (key) {
    case 'at':
    case 'function':
    case 'reason':
    case 'agent_task':
      return typeof value === 'string';
    case 'context':
      return value === null || typeof value === 'string';
    case 'message':
      return isPlainMessage(value);
    case 'artifact':
      return isPlainChunk(value);
    case 'accepted_output_modes':
      return areTexts(value);
    case 'return_immediately':
    case 'keeps_transitions':
    case 'in_history':
    case 'append':
    case 'last_chunk':
      return typeof value === 'boolean';
    case 'args':
    case 'output':
      return value !== undefined;
    case 'state':
      return states.has(value);
    case 'by':
      return methods.has(value);
    case 'outcome':
      return typeof value === 'string' && outcomes.has(value);
    case 'tokens':
      return areTokens(value);
    case 'took_ms':
      return isAmount(value);
    default:
      return true;
  }
}

const states: ReadonlySet<unknown> = new Set(taskStates);
const methods: ReadonlySet<unknown> = new Set(lifecycleMethods);

function isPlainMessage(message: Value | undefined): boolean {
  if (!isRecord(message) || typeof message['message_id'] !== 'string') return false;
  if (message['role'] !== 'user' && message['role'] !== 'agent') return false;
  if (!areParts(message['parts'])) return false;
  for (const key in message) {
    if (key === 'metadata' && !isRecord(message[key])) return false;
    if ((key === 'extensions' || key === 'reference_task_ids') && !areTexts(message[key])) return false;
  }
  return true;
}

function isPlainChunk(chunk: Value | undefined): boolean {
  if (!isRecord(chunk) || typeof chunk['artifact_id'] !== 'string' || !areParts(chunk['parts'])) return false;
  for (const key in chunk) {
    if ((key === 'name' || key === 'description') && typeof chunk[key] !== 'string') return false;
    if (key === 'metadata' && !isRecord(chunk[key])) return false;
    if (key === 'extensions' && !areTexts(chunk[key])) return false;
  }
  return true;
}

const areParts = (parts: Value | undefined): boolean => Array.isArray(parts) && parts.every(isPlainPart);

function isPlainPart(part: unknown): boolean {
  if (!isRecord(part)) return false;
  const { text, raw, url, data } = part;
  if (typeof text !== 'string' && typeof raw !== 'string' && typeof url !== 'string' && data === undefined)
    return false;
  for (const key in part) {
    if ((key === 'media_type' || key === 'filename') && typeof part[key] !== 'string') return false;
    if (key === 'metadata' && !isRecord(part[key])) return false;
  }
  return true;
}

const areTexts = (list: Value | undefined): boolean =>
  Array.isArray(list) && list.every((element) => typeof element === 'string');

const outcomes: ReadonlySet<string> = new Set(['successful', 'errored', 'restricted', 'pending', 'no-result']);
