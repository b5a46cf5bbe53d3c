import { fieldAt, recordAt, textAt, unwrapped } from '../../systems/a2a/wire/field.ts';
import { contextOf, isTaskLike, partsKey } from '../../systems/a2a/wire/likeness.ts';
import { isNewSpelling, readRole, readState } from '../../systems/a2a/wire/spelling.ts';
import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { firstValues } from '../../importing/values/elements.ts';

/**
 * Messages between clients and servers of the Agent2Agent protocol, versions 0.1 to 1.0: bare, as JSON-RPC or over HTTP.
 * https://a2a-protocol.org/latest/specification/
 */
const names = {
  send: ['message/send', 'tasks/send', 'SendMessage'],
  stream: ['message/stream', 'tasks/sendSubscribe', 'SendStreamingMessage'],
  get: ['tasks/get', 'GetTask'],
  list: ['tasks/list', 'ListTasks'],
  cancel: ['tasks/cancel', 'CancelTask'],
  resubscribe: ['tasks/resubscribe', 'SubscribeToTask', 'TaskSubscription'],
} as const;

/** Methods by their JSON-RPC name. Version 1.0 renamed all of them. */
export const methods: ReadonlyMap<string, string> = new Map(
  Object.entries(names).flatMap(([method, spellings]) => spellings.map((name) => [name, method] as const)),
);

/** Error codes that the protocol adds to those of JSON-RPC. */
export const isProtocolError = (code: Value | undefined): boolean =>
  typeof code === 'number' && code <= -32001 && code >= -32099;

const kindOf = (value: RecordValue): string | undefined => textAt(value, 'kind');

/** Other formats also have an id and a state, so another field of tasks is required. */
export const isTask = (value: RecordValue): boolean =>
  isTaskLike(value) &&
  (kindOf(value) === 'task' ||
    isNewSpelling(textAt(recordAt(value, 'status'), 'state')) ||
    contextOf(value) !== null ||
    isList(fieldAt(value, 'history') ?? null) ||
    firstValues(fieldAt(value, 'artifacts') ?? null, 1).some((first) => isRecord(first) && hasParts(first)));

export function isStatusUpdate(value: RecordValue): boolean {
  const state = fieldAt(recordAt(value, 'status'), 'state');
  if (readState(state) === undefined) return false;
  // Many formats number their states, so a number is accepted only with a context id.
  if (typeof state === 'number' && contextOf(value) === null) return false;
  // Version 0.2 wrote the task id as `id`; only `final` distinguishes its events from tasks.
  return textAt(value, 'taskId') !== undefined || typeof fieldAt(value, 'final') === 'boolean';
}

export const isArtifactUpdate = (value: RecordValue): boolean =>
  hasParts(recordAt(value, 'artifact')) && (textAt(value, 'taskId') ?? textAt(value, 'id')) !== undefined;

/** Other formats also have roles and parts, so a mark that only A2A has is required. */
export function isMessage(value: RecordValue): boolean {
  const role = fieldAt(value, 'role');
  const isUpperCase = typeof role === 'string' && isNewSpelling(role);
  const isMarked = kindOf(value) === 'message' || textAt(value, 'messageId') !== undefined || isUpperCase;
  return isMarked && readRole(role) !== undefined && hasParts(value, partsKey(value));
}

/** Under the key `message` of an envelope, a role and parts are enough. */
export const isWrappedMessage = (value: RecordValue): boolean =>
  readRole(fieldAt(value, 'role')) !== undefined && hasParts(value);

export const isArtifact = (value: RecordValue): boolean => textAt(value, 'artifactId') !== undefined && hasParts(value);

function hasParts(value: RecordValue, key: 'parts' | 'content' = 'parts'): boolean {
  const parts = fieldAt(value, key) ?? null;
  return isList(parts) && firstValues(parts, 10).every(isPart);
}

function isPart(wrapped: Value): boolean {
  const part = unwrapped(wrapped);
  return isRecord(part) && ['text', 'data', 'file', 'raw', 'url'].some((key) => Object.hasOwn(part, key));
}

/** The context of an a2akit worker may contain a Task, but is not sent over the protocol. */
export const isWorkerContext = (value: RecordValue): boolean =>
  Object.hasOwn(value, 'user_text') && Object.hasOwn(value, 'task_id');
