import type { RecordValue } from '../../model/value.ts';
import type { Artifact } from './artifact.ts';
import { partValue } from './context-fields.ts';
import { historyText } from './part.ts';
import type { Task } from './task.ts';

/** The task as a polling client could read it now, without the envelope of the wire format. */
export const storedTask = (task: Task): RecordValue => ({
  id: task.id,
  context_id: task.context,
  state: task.state,
  status_message: task.message === null ? null : task.message.parts.map(partValue),
  artifacts: [...task.artifacts].map(storedArtifact),
  history: [...task.history].map(({ role, parts }) => ({ role, text: historyText(parts) })),
  transitions: [...task.transitions].map(({ state, messageText }) => ({
    state,
    ...(messageText !== undefined && { message_text: messageText }),
  })),
  version: task.version,
});

const storedArtifact = ({ id, name, description, parts, metadata, extensions }: Artifact): RecordValue => ({
  artifact_id: id,
  name,
  description,
  parts: [...parts].map(partValue),
  metadata,
  ...(extensions.length > 0 && { extensions }),
});
