import { fieldAt, recordAt, textAt, unwrapped } from '../../systems/a2a/wire/field.ts';
import { contextOf, isTaskLike, partsKey } from '../../systems/a2a/wire/likeness.ts';
import { isNewSpelling, readRole, readState } from '../../systems/a2a/wire/spelling.ts';
import { elementAt, isList, isRecord } from '../../model/value.ts';
import type { RecordValue, Value } from '../../model/value.ts';

/**
 * What clients and servers of the Agent2Agent protocol send each other, in versions 0.1 to 1.0, bare, as JSON-RPC or
 * over HTTP. https://a2a-protocol.org/latest/specification/
 */
export type Method = 'send' | 'stream' | 'get' | 'list' | 'cancel' | 'resubscribe';

/** By the names of JSON-RPC. Version 1.0 renamed them all. */
export const methods: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['message/send', 'send'],
  ['tasks/send', 'send'],
  ['SendMessage', 'send'],
  ['message/stream', 'stream'],
  ['tasks/sendSubscribe', 'stream'],
  ['SendStreamingMessage', 'stream'],
  ['tasks/get', 'get'],
  ['GetTask', 'get'],
  ['tasks/list', 'list'],
  ['ListTasks', 'list'],
  ['tasks/cancel', 'cancel'],
  ['CancelTask', 'cancel'],
  ['tasks/resubscribe', 'resubscribe'],
  ['SubscribeToTask', 'resubscribe'],
  ['TaskSubscription', 'resubscribe'],
]);

/** Codes that the protocol adds to those of JSON-RPC. */
export const isProtocolError = (code: Value | undefined): boolean =>
  typeof code === 'number' && code <= -32001 && code >= -32099;

/** Names by which version 1.0 and its drafts say what an answer or an event is. */
export const wrappers = [
  'result',
  'root',
  'task',
  'message',
  'msg',
  'statusUpdate',
  'artifactUpdate',
  'taskStatusUpdate',
  'taskArtifactUpdate',
  'tasks',
] as const;

const kindOf = (value: RecordValue): string | undefined => textAt(value, 'kind');

/** An id and a state alone could be anyone's: what else tasks have must be there too. */
export const isTask = (value: RecordValue): boolean =>
  isTaskLike(value) &&
  (kindOf(value) === 'task' ||
    isNewSpelling(textAt(recordAt(value, 'status'), 'state')) ||
    contextOf(value) !== null ||
    isList(fieldAt(value, 'history') ?? null) ||
    hasParts(fieldAt(value, 'artifacts')));

function hasParts(artifacts: Value | undefined): boolean {
  const first = artifacts !== undefined && isList(artifacts) ? elementAt(artifacts, 0) : undefined;
  return first !== undefined && isRecord(first) && isListOfParts(fieldAt(first, 'parts'));
}

export function isStatusUpdate(value: RecordValue): boolean {
  const state = fieldAt(recordAt(value, 'status'), 'state');
  if (readState(state) === undefined) return false;
  // Many count their states: a number is believed where the conversation is named as well.
  if (typeof state === 'number' && contextOf(value) === null) return false;
  // Version 0.2 wrote the task's id as `id`, and nothing but `final` tells its events from tasks.
  return textAt(value, 'taskId') !== undefined || typeof fieldAt(value, 'final') === 'boolean';
}

export const isArtifactUpdate = (value: RecordValue): boolean =>
  isListOfParts(fieldAt(recordAt(value, 'artifact'), 'parts')) &&
  (textAt(value, 'taskId') ?? textAt(value, 'id')) !== undefined;

const isPart = (wrapped: Value): boolean => {
  const part = unwrapped(wrapped);
  return isRecord(part) && ['text', 'data', 'file', 'raw', 'url'].some((key) => Object.hasOwn(part, key));
};

function isListOfParts(value: Value | undefined): boolean {
  if (value === undefined || !isList(value)) return false;
  for (let index = 0; index < Math.min(value.length, 10); index++) {
    if (!isPart(elementAt(value, index) ?? null)) return false;
  }
  return true;
}

/** Other formats have roles and parts as well: what only this one has must be there too. */
export function isMessage(value: RecordValue): boolean {
  const role = fieldAt(value, 'role');
  if (readRole(role) === undefined) return false;
  const isShouted = typeof role === 'string' && isNewSpelling(role);
  const marked = kindOf(value) === 'message' || textAt(value, 'messageId') !== undefined || isShouted;
  return marked && isListOfParts(fieldAt(value, partsKey(value)));
}

/** In an envelope that says `message`, a role and parts are enough. */
export const isSpoken = (value: RecordValue): boolean =>
  readRole(fieldAt(value, 'role')) !== undefined && isListOfParts(fieldAt(value, 'parts'));

export const isArtifact = (value: RecordValue): boolean =>
  textAt(value, 'artifactId') !== undefined && isListOfParts(fieldAt(value, 'parts'));

/** What a worker of a2akit sees may hold a Task as well, and is no message to anyone. */
export const isWorkersContext = (value: RecordValue): boolean =>
  Object.hasOwn(value, 'user_text') && Object.hasOwn(value, 'task_id');
