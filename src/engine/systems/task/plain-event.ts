import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { areTokens, isAmount, isCount } from '../fields.ts';
import { type TaskEvent } from './event.ts';
import { limitNames } from './limits.ts';

/**
 * True only for an event that `TaskEventSchema` accepts unchanged: the same check, without a copy and in a fraction of the
 * time. After false the schema decides: it words the fault, accepts a `Double` for a number, and knows which fields belong to
 * which event, while this check gives each field name one meaning in all events.
 *
 * Every existing key is checked, because a key that holds undefined is not an absent one.
 */
export function isPlainEvent(event: unknown): event is TaskEvent {
  if (!isRecord(event) || !hasNeeded(event)) return false;
  for (const key in event) if (!fits(key, event[key])) return false;
  return true;
}

/** The required fields of each type of event. The frequent types come first. */
function hasNeeded(event: RecordValue): boolean {
  switch (event['type']) {
    case 'model-called':
    case 'output-sent':
    case 'input-received':
    case 'tokens-totalled':
    case 'locked':
    case 'closed':
      return true;
    case 'capability-invoked':
    case 'result-recorded':
      return isFunctionName(event['function']) && isOutcome(event['outcome']);
    case 'turn-recorded':
      return event['kind'] === 'input' || event['kind'] === 'capability';
    case 'clock-advanced':
      return isAmount(event['seconds']);
    case 'failed':
      return typeof event['error'] === 'string';
    case 'limit-exceeded':
      return limits.has(event['limit']);
    default:
      // The schema reads the rare and the large types.
      return false;
  }
}

/** The check of each field, by its name in any event. */
function fits(key: string, value: Value | undefined): boolean {
  switch (key) {
    case 'at':
    case 'node':
    case 'text':
    case 'model':
    case 'error':
    case 'task_id':
    case 'reason':
      return typeof value === 'string';
    case 'args':
    case 'output':
    case 'message':
      return value !== undefined;
    case 'given':
    case 'problems':
      // The schema reads the lists of texts, which few events have.
      return false;
    case 'shown':
    case 'passed':
    case 'withheld':
      return value !== undefined;
    case 'params':
    case 'exposes':
      return isRecord(value);
    case 'tokens':
      return areTokens(value);
    case 'planned':
      return Array.isArray(value) && value.every(isPlannedCall);
    case 'prompt':
    case 'completion':
    case 'total':
      return isCount(value);
    case 'took_ms':
      return isAmount(value);
    default:
      return true;
  }
}

function isPlannedCall(call: unknown): boolean {
  return isRecord(call) && isFunctionName(call['function']) && (call['args'] !== undefined || !('args' in call));
}

function isFunctionName(name: Value | undefined): boolean {
  if (typeof name === 'string') return true;
  if (!isRecord(name) || typeof name['ref'] !== 'string') return false;
  return typeof name['capability'] === 'string' || !('capability' in name);
}

const isOutcome = (outcome: Value | undefined): boolean => outcomes.has(outcome);
const outcomes: ReadonlySet<unknown> = new Set([
  'ok',
  'error',
  'blocked_before',
  'blocked_after',
  'pending',
  'no_result',
]);

const limits: ReadonlySet<unknown> = new Set(limitNames);
