import { fieldAt, recordAt, textAt, unwrapped } from '../../systems/a2a/wire/field.ts';
import { contextOf, isTaskLike, partsKey } from '../../systems/a2a/wire/likeness.ts';
import { isNewSpelling, readRole, readState } from '../../systems/a2a/wire/spelling.ts';
import { elementAt, isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import type { Document } from '../../readers/document.ts';

/**
 * Messages between clients and servers of the Agent2Agent protocol, versions 0.1 to 1.0: bare, as JSON-RPC or over HTTP.
 * https://a2a-protocol.org/latest/specification/
 */
export type Method = 'send' | 'stream' | 'get' | 'list' | 'cancel' | 'resubscribe';

/** Methods by their JSON-RPC name. Version 1.0 renamed all of them. */
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

/** Error codes that the protocol adds to those of JSON-RPC. */
export const isProtocolError = (code: Value | undefined): boolean =>
  typeof code === 'number' && code <= -32001 && code >= -32099;

/** Keys that wrap an answer or event in version 1.0 and its drafts, and name its type. */
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

/** Other formats also have an id and a state, so another field of tasks is required. */
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
  // Many formats number their states, so a number is accepted only with a context id.
  if (typeof state === 'number' && contextOf(value) === null) return false;
  // Version 0.2 wrote the task id as `id`; only `final` distinguishes its events from tasks.
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

/** Other formats also have roles and parts, so a mark that only A2A has is required. */
export function isMessage(value: RecordValue): boolean {
  const role = fieldAt(value, 'role');
  if (readRole(role) === undefined) return false;
  const isUpperCase = typeof role === 'string' && isNewSpelling(role);
  const marked = kindOf(value) === 'message' || textAt(value, 'messageId') !== undefined || isUpperCase;
  return marked && isListOfParts(fieldAt(value, partsKey(value)));
}

/** Under the key `message` of an envelope, a role and parts are enough. */
export const isWrappedMessage = (value: RecordValue): boolean =>
  readRole(fieldAt(value, 'role')) !== undefined && isListOfParts(fieldAt(value, 'parts'));

export const isArtifact = (value: RecordValue): boolean =>
  textAt(value, 'artifactId') !== undefined && isListOfParts(fieldAt(value, 'parts'));

/** The context of an a2akit worker may contain a Task, but is not sent over the protocol. */
export const isWorkerContext = (value: RecordValue): boolean =>
  Object.hasOwn(value, 'user_text') && Object.hasOwn(value, 'task_id');

/** A response with an HTTP error status and no protocol data in its body. */
export interface HttpRefusal {
  readonly error: RecordValue;
  /** Place of the request's value, because the response itself is not a value of the document. */
  readonly place: Path;
}

const statusLine = /^HTTP\/[\d.]+ ([45]\d\d)[ \t]*([^\r\n]{0,100})$/m;
const requestLine = /^[A-Z]{3,7} \S{1,2000} HTTP\/[\d.]+[ \t]*$/m;

/** Reads the refusal from a record of recorded HTTP: `{start_line, headers, body}`. */
export function refusalOfRecord(value: RecordValue): RecordValue | undefined {
  const line = textAt(value, 'start_line');
  const match = line === undefined ? null : statusLine.exec(line);
  const body = value['body'];
  return match === null ? undefined : errorOf(match, typeof body === 'string' ? body : '');
}

/** Between its values, a transcript also has status lines and error texts of gateways. */
export function refusalsBetween({ value, text, locate }: Pick<Document, 'value' | 'text' | 'locate'>): HttpRefusal[] {
  if (!statusLine.test(text)) return [];
  const places: Path[] = isList(value) ? Array.from(value, (_, index) => [index]) : isRecord(value) ? [[]] : [];
  return places.flatMap((place, index) => {
    const next = places[index + 1];
    const start = locate(place)?.end ?? text.length;
    const end = next === undefined ? text.length : (locate(next)?.start ?? text.length);
    const between = text.slice(start, Math.min(end, start + maxLength));
    const match = statusLine.exec(between);
    if (match === null) return [];
    const after = between.slice(match.index + match[0].length);
    const asksAgain = requestLine.exec(after);
    // Otherwise the next value is the body of this response.
    if (next !== undefined && asksAgain === null) return [];
    const body = (asksAgain === null ? after : after.slice(0, asksAgain.index)).split(/\r?\n\r?\n/).slice(1);
    return [{ error: errorOf(match, body.join('\n')), place }];
  });
}

/** Maximum number of characters searched between two values. */
const maxLength = 100_000;

function errorOf([, code = '', phrase = '']: RegExpExecArray, body: string): RecordValue {
  const words = body.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
  return { code: Number(code), message: words === '' ? phrase.trim() : words };
}
