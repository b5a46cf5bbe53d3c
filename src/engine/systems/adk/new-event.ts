import { err, ok, type Result } from '../../../base/result.ts';
import { Double, double, isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { eventTypes, type SessionEvent } from './session-event.ts';

/** The field that was refused. Values are never converted to the field's type. */
export interface Fault {
  readonly field: string;
}

/** Empty EventActions. */
export const emptyActions: RecordValue = {
  state_delta: {},
  transfer_to_agent: null,
  escalate: null,
  skip_summarization: null,
  end_of_agent: null,
  compaction: null,
};

/** Fields that later versions of the library add; kept where present. */
const laterActions = ['artifact_delta'];
const laterFields = ['signature', 'signer_did', 'prev_signature'];

/**
 * Validates and completes an event as its constructor does: every field checked and present, unknown fields dropped.
 */
export function newEvent(
  input: Value,
  defaults: { readonly id: string; readonly timestamp: number },
): Result<SessionEvent, Fault> {
  if (!isRecord(input)) return err({ field: 'event' });
  const { type, content = {}, actions = {}, timestamp = double(defaults.timestamp) } = input;
  for (const [field, isFine] of checks) {
    const value = Object.hasOwn(input, field) ? input[field] : undefined;
    if (value !== undefined && !isFine(value)) return err({ field });
  }
  if (typeof type !== 'string' || !(eventTypes as readonly string[]).includes(type)) return err({ field: 'type' });
  const completeContent = newContent(content);
  if (completeContent === undefined) return err({ field: 'content' });
  const completeActions = newActions(actions);
  if (completeActions === undefined) return err({ field: 'actions' });
  return ok({
    id: input['id'] ?? defaults.id,
    type,
    timestamp: typeof timestamp === 'number' ? double(timestamp) : timestamp,
    invocation_id: input['invocation_id'] ?? '',
    session_id: input['session_id'] ?? null,
    author: input['author'] ?? '',
    agent_name: input['agent_name'] ?? null,
    branch: input['branch'] ?? '',
    partial: input['partial'] ?? null,
    turn_complete: input['turn_complete'] ?? true,
    content: completeContent,
    actions: completeActions,
    metadata: input['metadata'] ?? {},
    llm_response: input['llm_response'] ?? null,
    ...picked(input, laterFields),
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

function newActions(input: Value): RecordValue | undefined {
  if (!isRecord(input)) return undefined;
  const actions = { ...emptyActions, ...picked(input, Object.keys(emptyActions)), ...picked(input, laterActions) };
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

function newContent(input: Value): RecordValue | undefined {
  if (!isRecord(input)) return undefined;
  const { role = null, parts = [] } = input;
  if (!isTextOrNull(role) || !isList(parts)) return undefined;
  const completed: RecordValue[] = [];
  for (const part of parts) {
    const completedPart = newPart(part);
    if (completedPart === undefined) return undefined;
    completed.push(completedPart);
  }
  return { role, parts: completed };
}

/** Validates and completes a part. A part without a type gets the type that its fields imply. */
function newPart(input: Value): RecordValue | undefined {
  if (!isRecord(input)) return undefined;
  const metadata = input['metadata'] ?? {};
  if (!isRecord(metadata)) return undefined;
  const { text, data, tool_call_id, tool_name } = input;
  switch (input['type'] ?? impliedType(input)) {
    case 'text':
      return typeof text === 'string' ? { type: 'text', text, metadata } : undefined;
    case 'data':
      return data !== undefined && isRecord(data) ? { type: 'data', data, metadata } : undefined;
    case 'file':
      return filePart(input, metadata);
    case 'tool_call': {
      const args = input['args'] ?? {};
      if (typeof tool_call_id !== 'string' || typeof tool_name !== 'string' || !isRecord(args)) return undefined;
      return { type: 'tool_call', tool_call_id, tool_name, args, metadata };
    }
    case 'tool_response': {
      const { result = '', error = null } = input;
      if (typeof tool_call_id !== 'string' || typeof tool_name !== 'string') return undefined;
      if (!isText(result) || !isTextOrNull(error)) return undefined;
      return { type: 'tool_response', tool_call_id, tool_name, result, error, metadata };
    }
    case 'thinking':
      // A part of a later version; its fields are kept unchecked.
      return { ...input, metadata };
    default:
      return undefined;
  }
}

function impliedType(part: RecordValue): string {
  if (Object.hasOwn(part, 'text')) return 'text';
  if (Object.hasOwn(part, 'data')) return 'data';
  if (!Object.hasOwn(part, 'tool_call_id')) return 'file';
  return Object.hasOwn(part, 'result') || Object.hasOwn(part, 'error') ? 'tool_response' : 'tool_call';
}

function filePart(input: RecordValue, metadata: RecordValue): RecordValue | undefined {
  const { uri = null, inline_bytes = null, mime_type = null, name = null } = input;
  if (![uri, inline_bytes, mime_type, name].every(isTextOrNull)) return undefined;
  return { type: 'file', uri, inline_bytes, mime_type, name, metadata };
}
