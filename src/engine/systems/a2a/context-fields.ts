import { unreachable } from '../../../base/unreachable.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Artifact } from './artifact.ts';
import type { Message } from './message.ts';
import { dataOf, fileParts, historyText, joinedText, type Part } from './part.ts';
import type { A2aState } from './state.ts';
import { earlierMessages, type Turn } from './turn.ts';

/** The properties of a worker's context, in the order of the original page. */
export const contextFields = [
  'task_id',
  'context_id',
  'message_id',
  'user_text',
  'parts',
  'files',
  'data_parts',
  'metadata',
  'request_context',
  'is_cancelled',
  'turn_ended',
  'history',
  'previous_artifacts',
  'reference_task_ids',
  'message_extensions',
  'deps',
] as const;
export type ContextField = (typeof contextFields)[number];

export const isContextField = (name: string): name is ContextField =>
  (contextFields as readonly string[]).includes(name); // so that any text can be tested

/** A property as it is now. */
export function fieldOf(state: A2aState, turn: Turn, field: ContextField): Value {
  const { message, transient } = turn.request;
  const parts = message?.parts ?? [];
  switch (field) {
    case 'task_id':
      return turn.task;
    case 'context_id':
      return state.tasks.get(turn.task)?.context ?? null;
    case 'message_id':
      return message?.message_id ?? '';
    case 'user_text':
      return joinedText(parts);
    case 'parts':
      return parts.map(partValue);
    case 'files':
      return fileParts(parts).map(fileValue);
    case 'data_parts':
      return dataOf(parts);
    case 'metadata':
      return message?.metadata ?? {};
    case 'request_context':
      return transient?.reveal() ?? {};
    case 'is_cancelled':
      return (state.tasks.get(turn.task)?.cancel ?? null) !== null;
    case 'turn_ended':
      return turn.ended;
    case 'history':
      return earlierMessages(turn).map(historyEntry);
    case 'previous_artifacts':
      return [...turn.previousArtifacts].map(previousArtifact);
    case 'reference_task_ids':
      return message?.reference_task_ids ?? [];
    case 'message_extensions':
      return message?.extensions ?? [];
    case 'deps':
      return state.settings.deps;
    default:
      return unreachable(field);
  }
}

/** A part is plain data. */
export const partValue = (part: Part): RecordValue => (isRecord(part) ? part : {});

const fileValue = (part: ReturnType<typeof fileParts>[number]): RecordValue => ({
  content_base64: 'raw' in part ? part.raw : null,
  url: 'url' in part ? part.url : null,
  filename: part.filename ?? null,
  media_type: part.media_type ?? null,
});

export const historyEntry = ({ role, parts, message_id }: Message): RecordValue => ({
  role,
  text: historyText(parts),
  parts: parts.map(partValue),
  message_id,
});

export const previousArtifact = ({ id, name, parts }: Artifact): RecordValue => ({
  artifact_id: id,
  name,
  parts: [...parts].map(partValue),
});
