import { type RecordValue, Unknown, type Value } from '../../../model/value.ts';
import type { Artifact, Chunk } from '../artifact.ts';
import type { Protocol } from '../header.ts';
import type { Message } from '../message.ts';
import type { Part } from '../part.ts';
import type { TaskState } from '../task-state.ts';
import type { Task, Transition } from '../task.ts';
import { partJson } from './part-json.ts';
import { longState, writtenRole, writtenState, writtenTime } from './spelling.ts';

/** The Task as a client gets it, without internal fields of the server. */
export function taskJson(task: Task, version: Protocol, historyLength?: number): RecordValue {
  const { id, context, message, at } = task;
  const all = [...task.history];
  const kept = historyLength === undefined ? all : all.slice(Math.max(0, all.length - historyLength));
  const history = kept.map((entry) => messageJson(entry, task, version));
  const artifacts = [...task.artifacts].map((artifact) => artifactJson(artifact, version));
  const metadata = metadataJson(task);
  const isOld = version === '0.3';
  return {
    ...(isOld && { kind: 'task' }),
    id,
    contextId: context ?? '',
    status: statusJson(knownState(task), message, at, task, version),
    // Version 0.3 leaves empty lists out.
    ...(isOld && artifacts.length === 0 ? {} : { artifacts }),
    ...(isOld && history.length === 0 ? {} : { history }),
    ...(metadata !== null && { metadata }),
  };
}

/** The keys of that object, in its order. */
export function taskKeys(task: Task, version: Protocol): readonly string[] {
  const isOld = version === '0.3';
  return [
    ...(isOld ? ['kind'] : []),
    'id',
    'contextId',
    'status',
    ...(isOld && task.artifacts.length === 0 ? [] : ['artifacts']),
    ...(isOld && task.history.length === 0 ? [] : ['history']),
    ...(task.keepsTransitions || Object.keys(task.metadata).some(isShown) ? ['metadata'] : []),
  ];
}

/** The state of a task for rules and exports. */
export const knownState = ({ state, isStateKnown }: Task): TaskState | Unknown =>
  isStateKnown ? state : new Unknown([['ctx', 'state']]);

export function statusJson(
  state: TaskState | Unknown,
  message: Message | null,
  at: string | undefined,
  of: Pick<Task, 'id' | 'context'>,
  version: Protocol,
): RecordValue {
  return {
    state: state instanceof Unknown ? state : writtenState(state, version),
    ...(at !== undefined && { timestamp: writtenTime(at, version === '0.3' ? 'offset' : 'zulu') }),
    ...(message !== null && { message: messageJson(message, of, version) }),
  };
}

export function messageJson(message: Message, of: Pick<Task, 'id' | 'context'>, version: Protocol): RecordValue {
  const { message_id, role, parts, metadata, extensions, reference_task_ids } = message;
  return {
    ...(version === '0.3' && { kind: 'message' }),
    messageId: message_id,
    role: writtenRole(role, version),
    parts: parts.map((part) => partJson(part, version)),
    taskId: of.id,
    // Version 0.3 leaves empty metadata out.
    ...(of.context === null ? version === '1.0' && { contextId: '' } : { contextId: of.context }),
    ...(metadata !== undefined && { metadata }),
    ...(extensions !== undefined && { extensions }),
    ...(reference_task_ids !== undefined && { referenceTaskIds: reference_task_ids }),
  };
}

function artifactJson({ id, ...artifact }: Artifact, version: Protocol): RecordValue {
  const { name, description, metadata, extensions } = artifact;
  return described(id, name, description, [...artifact.parts], metadata, extensions, version);
}

/** The artifact with an empty list of parts, because there may be many parts. */
export function artifactHead(
  { id, name, description, metadata, extensions }: Artifact,
  version: Protocol,
): RecordValue {
  return described(id, name, description, [], metadata, extensions, version);
}

export function chunkJson(chunk: Chunk, version: Protocol): RecordValue {
  const { artifact_id, parts, name, description, metadata, extensions } = chunk;
  return described(artifact_id, name ?? null, description ?? null, parts, metadata ?? null, extensions ?? [], version);
}

function described(
  artifactId: string,
  name: string | null,
  description: string | null,
  parts: readonly Part[],
  metadata: RecordValue | null,
  extensions: readonly string[],
  version: Protocol,
): RecordValue {
  return {
    artifactId,
    ...titled('name', name, version),
    ...titled('description', description, version),
    parts: parts.map((part) => partJson(part, version)),
    ...(metadata !== null && { metadata }),
    ...(extensions.length > 0 && { extensions }),
  };
}

/** Version 1.0 has an empty text where version 0.3 leaves the field out. */
function titled(key: string, text: string | null, version: Protocol): RecordValue {
  if (text !== null && text !== '') return { [key]: text };
  return version === '0.3' ? {} : { [key]: '' };
}

export const transitionJson = ({ state, at, messageText }: Transition): RecordValue => ({
  state: longState(state),
  ...(at !== undefined && { timestamp: writtenTime(at, 'offset') }),
  ...(messageText !== undefined && { messageText }),
});

/** Internal keys begin with an underscore. */
export const isShown = (key: string): boolean => !key.startsWith('_');

/** Transitions keep the long spelling in both versions. */
function metadataJson({ metadata, transitions, keepsTransitions }: Task): RecordValue | null {
  const shown: [string, Value][] = Object.entries(metadata).filter(([key]) => isShown(key));
  if (keepsTransitions) shown.push(['stateTransitions', [...transitions].map(transitionJson)]);
  return shown.length === 0 ? null : Object.fromEntries(shown);
}
