import { Double, entry, isList, isMap, isRecord, type RecordValue, type Value } from '../../model/value.ts';

/**
 * An event as the library keeps it in a session, under the names of its JSON. A recorded one may lack any field and
 * hold anything in it; one made by an operation has them all.
 */
export type SessionEvent = RecordValue;

export const eventTypes = ['user_message', 'agent_message', 'tool_response', 'agent_start', 'agent_end'] as const;

export const isPartial = (event: SessionEvent): boolean => isTruthy(event['partial']);

/** The text of all text parts, without anything between them. */
export function textOf(event: SessionEvent): string {
  let text = '';
  for (const part of partsOf(event)) {
    if (part['type'] === 'text' && typeof part['text'] === 'string') text += part['text'];
  }
  return text;
}

/** An agent's final answer: complete, no calls pending, no step on the way. */
export function isFinalResponse(event: SessionEvent): boolean {
  if (isPartial(event) || event['type'] !== 'agent_message') return false;
  const parts = partsOf(event);
  if (parts.some(({ type }) => type === 'tool_call')) return false;
  const metadata = event['metadata'];
  if (isMap(metadata ?? null) && (isTruthyIn(metadata, 'react_step') || isTruthyIn(metadata, 'error'))) return false;
  if (isTruthyIn(event['actions'], 'skip_summarization')) return true;
  return textOf(event) !== '' || isTruthy(parts.find(({ type }) => type === 'data')?.['data']);
}

/** What is no part is passed over. */
export function partsOf(event: SessionEvent): readonly RecordValue[] {
  const content = event['content'];
  const parts = isRecord(content) ? content['parts'] : undefined;
  return parts !== undefined && isList(parts) ? [...parts].filter(isRecord) : [];
}

/** What became of a call, as a response part tells it. */
export interface CallOutcome {
  /**
   * `pending`: the response is only the first word on it; a later one answers the call. `waiting`: none did, as far as the
   * recording goes. `no_result`: nothing stands for a response that is not on record.
   */
  readonly kind: 'successful' | 'errored' | 'restricted' | 'pending' | 'waiting' | 'no_result';
  readonly reason: string | undefined;
}

/**
 * The library knows success and `error`. What else may become of a call stands in the part's metadata, as
 * `{outcome: "restricted" | "pending" | "waiting" | "no_result", reason}`: importers put there what other dialects of these
 * events say.
 */
export function callOutcomeOf(part: RecordValue): CallOutcome {
  const { error, metadata } = part;
  const { outcome, reason }: RecordValue = isRecord(metadata) ? metadata : {};
  const words = typeof reason === 'string' && reason !== '' ? reason : undefined;
  switch (outcome) {
    case 'restricted':
    case 'pending':
    case 'waiting':
    case 'no_result':
      return { kind: outcome, reason: words };
    default:
      break;
  }
  if (typeof error === 'string' && error !== '') return { kind: 'errored', reason: error };
  return { kind: 'successful', reason: undefined };
}

/** What a row shows of an answer that says nothing, in brackets because nobody said it; undefined where it says something. */
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

/** Numbers come as they stand in JSON: `1742000000`, `1742000000.0` and `1742000000.5`. */
export function numberOf(value: Value | undefined): number | undefined {
  if (value instanceof Double) return value.value;
  return typeof value === 'number' ? value : undefined;
}

/** As Python decides it. */
export function isTruthy(value: Value | undefined): boolean {
  if (value === undefined || value === null || value === false || value === '' || value === 0) return false;
  if (value instanceof Double) return value.value !== 0;
  if (isList(value)) return value.length > 0;
  return !isRecord(value) || Object.keys(value).length > 0;
}

const isTruthyIn = (value: Value | undefined, key: string): boolean =>
  value !== undefined && isMap(value) && isTruthy(entry(value, key));
