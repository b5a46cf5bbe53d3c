import { Double, entry, isList, isMap, isRecord, type RecordValue, type Value } from '../../model/value.ts';

/**
 * An event in the library's JSON form. A recorded event may lack any field and contain any value; an event made by an
 * operation has all fields.
 */
export type SessionEvent = RecordValue;

export const eventTypes = ['user_message', 'agent_message', 'tool_response', 'agent_start', 'agent_end'] as const;

export const isPartial = (event: SessionEvent): boolean => isTruthy(event['partial']);

/** The concatenated text of all text parts. */
export function textOf(event: SessionEvent): string {
  let text = '';
  for (const part of partsOf(event)) {
    if (part['type'] === 'text' && typeof part['text'] === 'string') text += part['text'];
  }
  return text;
}

/** Whether this is an agent's final answer: complete, without tool calls, not an intermediate step. */
export function isFinalResponse(event: SessionEvent): boolean {
  if (isPartial(event) || event['type'] !== 'agent_message') return false;
  const parts = partsOf(event);
  if (parts.some(({ type }) => type === 'tool_call')) return false;
  const metadata = event['metadata'];
  if (isMap(metadata ?? null) && (isTruthyIn(metadata, 'react_step') || isTruthyIn(metadata, 'error'))) return false;
  if (isTruthyIn(event['actions'], 'skip_summarization')) return true;
  return textOf(event) !== '' || isTruthy(parts.find(({ type }) => type === 'data')?.['data']);
}

/** The parts of an event's content; list elements that are not objects are skipped. */
export function partsOf(event: SessionEvent): readonly RecordValue[] {
  const content = event['content'];
  const parts = isRecord(content) ? content['parts'] : undefined;
  return parts !== undefined && isList(parts) ? [...parts].filter(isRecord) : [];
}

/** The outcome of a call according to a response part. */
export interface CallOutcome {
  /**
   * `pending`: a preliminary response; a later one answers the call. `waiting`: the recording ends before an answer.
   * `no_result`: a placeholder for a response that was not recorded.
   */
  readonly kind: 'successful' | 'errored' | 'restricted' | 'pending' | 'waiting' | 'no_result';
  readonly reason: string | undefined;
}

/**
 * The library itself distinguishes only success and `error`. Other outcomes are in the part's metadata, as `{outcome:
 * "restricted" | "pending" | "waiting" | "no_result", reason}`; importers write them there for other dialects of these
 * events.
 */
export function callOutcomeOf(part: RecordValue): CallOutcome {
  const { error, metadata } = part;
  const { outcome, reason }: RecordValue = isRecord(metadata) ? metadata : {};
  const reasonText = typeof reason === 'string' && reason !== '' ? reason : undefined;
  switch (outcome) {
    case 'restricted':
    case 'pending':
    case 'waiting':
    case 'no_result':
      return { kind: outcome, reason: reasonText };
    default:
      break;
  }
  if (typeof error === 'string' && error !== '') return { kind: 'errored', reason: error };
  // The library writes both fields: the recording ends before them.
  const isRecorded = Object.hasOwn(part, 'result') || Object.hasOwn(part, 'error');
  return { kind: isRecorded ? 'successful' : 'no_result', reason: undefined };
}

/** The label of an answer without text, in brackets because it is no quotation; undefined if the answer has text. */
export function silenceOf(event: SessionEvent): string | undefined {
  if (textOf(event) !== '') return undefined;
  const { error_code, error_message }: RecordValue = isRecord(event['metadata']) ? event['metadata'] : {};
  const error = [error_code, error_message].filter((word) => typeof word === 'string' && word !== '');
  if (error.length > 0) return `[${error.join(': ')}]`;
  const parts = partsOf(event);
  if (parts.some(({ type }) => type === 'tool_call')) return undefined;
  return parts.some(({ type }) => type === 'thinking') ? '[thinking]' : undefined;
}

export function stateDeltaOf(event: SessionEvent): RecordValue | undefined {
  const actions = event['actions'];
  const delta = isRecord(actions) ? actions['state_delta'] : undefined;
  return isRecord(delta) ? delta : undefined;
}

/** Unix seconds. */
export const timestampOf = ({ timestamp }: SessionEvent): number | undefined => numberOf(timestamp);

/** Reads numbers as JSON writes them: `1742000000`, `1742000000.0` and `1742000000.5`. */
export function numberOf(value: Value | undefined): number | undefined {
  if (value instanceof Double) return value.value;
  return typeof value === 'number' ? value : undefined;
}

/** Python's truth value. */
export function isTruthy(value: Value | undefined): boolean {
  if (value === undefined || value === null || value === false || value === '' || value === 0) return false;
  if (value instanceof Double) return value.value !== 0;
  if (isList(value)) return value.length > 0;
  return !isRecord(value) || Object.keys(value).length > 0;
}

const isTruthyIn = (value: Value | undefined, key: string): boolean =>
  value !== undefined && isMap(value) && isTruthy(entry(value, key));
