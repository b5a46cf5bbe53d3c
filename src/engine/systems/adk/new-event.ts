import { err, ok, type Result } from '../../../base/result.ts';
import { Double, double, isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { eventTypes, type SessionEvent } from './session-event.ts';

/** Which field was refused. Types are checked without conversion. */
export interface Fault {
  readonly field: string;
}

/** EventActions with nothing in it. */
export const emptyActions: RecordValue = {
  state_delta: {},
  transfer_to_agent: null,
  escalate: null,
  skip_summarization: null,
  end_of_agent: null,
  compaction: null,
};

/** What later versions of the library add: kept where it is there. */
const laterActions = ['artifact_delta'];
const laterFields = ['signature', 'signer_did', 'prev_signature'];

/** An event as its constructor makes it: every field checked and there, unknown ones dropped. */
export function newEvent(
  given: Value,
  defaults: { readonly id: string; readonly timestamp: number },
): Result<SessionEvent, Fault> {
  if (!isRecord(given)) return err({ field: 'event' });
  const { type, content = {}, actions = {}, timestamp = double(defaults.timestamp) } = given;
  for (const [field, isFine] of checks) {
    const value = Object.hasOwn(given, field) ? given[field] : undefined;
    if (value !== undefined && !isFine(value)) return err({ field });
  }
  if (typeof type !== 'string' || !(eventTypes as readonly string[]).includes(type)) return err({ field: 'type' });
  const made = newContent(content);
  if (made === undefined) return err({ field: 'content' });
  const acts = newActions(actions);
  if (acts === undefined) return err({ field: 'actions' });
  return ok({
    id: given['id'] ?? defaults.id,
    type,
    timestamp: typeof timestamp === 'number' ? double(timestamp) : timestamp,
    invocation_id: given['invocation_id'] ?? '',
    session_id: given['session_id'] ?? null,
    author: given['author'] ?? '',
    agent_name: given['agent_name'] ?? null,
    branch: given['branch'] ?? '',
    partial: given['partial'] ?? null,
    turn_complete: given['turn_complete'] ?? true,
    content: made,
    actions: acts,
    metadata: given['metadata'] ?? {},
    llm_response: given['llm_response'] ?? null,
    ...picked(given, laterFields),
  });
}

const isText = (value: Value) => typeof value === 'string';
const isTextOrNull = (value: Value) => value === null || isText(value);
const isFlagOrNull = (value: Value) => value === null || typeof value === 'boolean';
const isNumber = (value: Value) => typeof value === 'number' || value instanceof Double;

const checks: readonly (readonly [string, (value: Value) => boolean])[] = [
  ['id', isText],
  ['type', isText],
  ['timestamp', isNumber],
  ['invocation_id', isText],
  ['session_id', isTextOrNull],
  ['author', isText],
  ['agent_name', isTextOrNull],
  ['branch', isText],
  ['partial', isFlagOrNull],
  ['turn_complete', (value) => typeof value === 'boolean'],
  ['metadata', isRecord],
  ['llm_response', (value) => value === null || isRecord(value)],
];

function newActions(given: Value): RecordValue | undefined {
  if (!isRecord(given)) return undefined;
  const actions = { ...emptyActions, ...picked(given, Object.keys(emptyActions)), ...picked(given, laterActions) };
  const { state_delta, transfer_to_agent, escalate, skip_summarization, end_of_agent, compaction } = actions;
  const isFine =
    isRecord(state_delta) &&
    isTextOrNull(transfer_to_agent ?? null) &&
    [escalate, skip_summarization, end_of_agent].every((flag) => isFlagOrNull(flag ?? null)) &&
    (compaction === null || isRecord(compaction));
  return isFine ? actions : undefined;
}

function picked(values: RecordValue, keys: readonly string[]): RecordValue {
  return Object.fromEntries(keys.flatMap((key) => (Object.hasOwn(values, key) ? [[key, values[key] ?? null]] : [])));
}

function newContent(given: Value): RecordValue | undefined {
  if (!isRecord(given)) return undefined;
  const { role = null, parts = [] } = given;
  if (!isTextOrNull(role) || !isList(parts)) return undefined;
  const made: RecordValue[] = [];
  for (const part of parts) {
    const whole = newPart(part);
    if (whole === undefined) return undefined;
    made.push(whole);
  }
  return { role, parts: made };
}

/** A part without a type is what its fields say. */
function newPart(given: Value): RecordValue | undefined {
  if (!isRecord(given)) return undefined;
  const metadata = given['metadata'] ?? {};
  if (!isRecord(metadata)) return undefined;
  const { text, data, tool_call_id, tool_name } = given;
  switch (given['type'] ?? typeBy(given)) {
    case 'text':
      return typeof text === 'string' ? { type: 'text', text, metadata } : undefined;
    case 'data':
      return data !== undefined && isRecord(data) ? { type: 'data', data, metadata } : undefined;
    case 'file':
      return filePart(given, metadata);
    case 'tool_call': {
      const args = given['args'] ?? {};
      if (typeof tool_call_id !== 'string' || typeof tool_name !== 'string' || !isRecord(args)) return undefined;
      return { type: 'tool_call', tool_call_id, tool_name, args, metadata };
    }
    case 'tool_response': {
      const { result = '', error = null } = given;
      if (typeof tool_call_id !== 'string' || typeof tool_name !== 'string') return undefined;
      if (!isText(result) || !isTextOrNull(error)) return undefined;
      return { type: 'tool_response', tool_call_id, tool_name, result, error, metadata };
    }
    case 'thinking':
      // A later version's part, whose fields are its own.
      return { ...given, metadata };
    default:
      return undefined;
  }
}

function typeBy(part: RecordValue): string {
  if (Object.hasOwn(part, 'text')) return 'text';
  if (Object.hasOwn(part, 'data')) return 'data';
  if (!Object.hasOwn(part, 'tool_call_id')) return 'file';
  return Object.hasOwn(part, 'result') || Object.hasOwn(part, 'error') ? 'tool_response' : 'tool_call';
}

function filePart(given: RecordValue, metadata: RecordValue): RecordValue | undefined {
  const { uri = null, inline_bytes = null, mime_type = null, name = null } = given;
  if (![uri, inline_bytes, mime_type, name].every(isTextOrNull)) return undefined;
  return { type: 'file', uri, inline_bytes, mime_type, name, metadata };
}
