import type { Path } from '../../model/path.ts';
import { isList, isRecord, type RecordValue, type Value, valueAt } from '../../model/value.ts';
import { chosenIn, fieldAt, recordAt, snakeOf, textAt } from '../../systems/a2a/wire/field.ts';
import { contextOf, hasReadableState } from '../../systems/a2a/wire/likeness.ts';
import { readRole } from '../../systems/a2a/wire/spelling.ts';
import {
  isArtifact,
  isArtifactUpdate,
  isMessage,
  isProtocolError,
  isStatusUpdate,
  isTask,
  isWorkerContext,
  isWrappedMessage,
  methods,
} from './format.ts';
import { groupedBy } from '../../importing/values/elements.ts';
import { type HttpRefusal, refusalOfRecord } from './http-refusals.ts';

/** One message, task, update, request or error from the wire, in its original form. */
export interface Entry {
  readonly kind: 'asked' | 'requested' | 'task' | 'message' | 'status' | 'artifact' | 'failed';
  readonly value: RecordValue;
  /** Place of the value; for an artifact update, place of its artifact. */
  readonly place: Path;
  /** JSON-RPC id as text; undefined outside JSON-RPC. */
  readonly rpc: string | undefined;
  /** Task id in the entry itself. */
  readonly task: string | undefined;
  readonly context: string | undefined;
  /** Parameters of the request that contains the message, or of another request. */
  readonly params: RecordValue;
  readonly method: string | undefined;
}

export interface Found {
  readonly entries: readonly Entry[];
  /** Places of records without anything of the protocol. */
  readonly strangers: readonly Path[];
}

/** Adds the refusals of a transcript, each after the request that it answers. */
export function withRefusals(entries: readonly Entry[], refusals: readonly HttpRefusal[]): readonly Entry[] {
  // A refusal has the place of the document, or of one of its elements.
  const lastOf = new Map<Path[number] | undefined, Entry>();
  for (const entry of entries) lastOf.set(entry.place[0], entry).set(undefined, entry);
  const refusalsOf = groupedBy(refusals, ({ place }) => lastOf.get(place[0]));
  return entries.flatMap((asked) => [
    asked,
    ...(refusalsOf.get(asked) ?? []).map(({ error, place }): Entry => ({
      ...asked,
      kind: 'failed',
      value: error,
      place,
      params: {},
      method: undefined,
    })),
  ]);
}

/** Envelopes are not nested deeper, even in a list of lists of exchanges. */
const maxDepth = 8;

export function entriesIn(document: Value): Found {
  const entries: Entry[] = [];
  const strangers: Path[] = [];
  collect(document, [], undefined, 0);
  return { entries, strangers };

  function collect(value: Value, place: Path, around: string | undefined, depth: number): void {
    if (depth > maxDepth) return;
    if (isList(value)) {
      let index = 0;
      for (const element of value) collect(element, [...place, index++], around, depth + 1);
    }
    if (!isRecord(value)) return;
    const [before, strangersBefore] = [entries.length, strangers.length];
    const rpc = rpcOf(value) ?? around;
    const found = isWorkerContext(value) ? [] : entryIn(value, place, rpc);
    entries.push(...(found ?? []));
    for (const where of found === undefined ? envelopesIn(value) : []) {
      const inner = valueAt(value, where) ?? null;
      // Under this key, a role and parts are enough.
      if (where[0] === 'message' && isRecord(inner) && isWrappedMessage(inner))
        entries.push(messageOf(inner, [...place, ...where], rpc, value));
      else collect(inner, [...place, ...where], rpc, depth + 1);
    }
    if (entries.length > before || Object.keys(value).length === 0) return;
    const refusal = refusalOfRecord(value);
    // A stranger's nested records are left out with it.
    if (refusal === undefined) strangers.splice(strangersBefore, strangers.length, place);
    else entries.push(entryOf('failed', refusal, [...place, 'start_line'], rpc));
  }
}

/** The record itself as an entry; an empty list for a request that A2A does not have; undefined for an envelope. */
function entryIn(value: RecordValue, place: Path, rpc: string | undefined): readonly Entry[] | undefined {
  const method = textAt(value, 'method');
  if (method !== undefined && isRecord(fieldAt(value, 'params'))) {
    const params = recordAt(value, 'params');
    const message = fieldAt(params, 'message');
    if (isRecord(message)) return [entryOf('asked', message, [...place, 'params', 'message'], rpc, params, method)];
    return methods.has(method) ? [entryOf('requested', params, [...place, 'params'], rpc, params, method)] : [];
  }
  if (isError(value)) return [entryOf('failed', recordAt(value, 'error'), [...place, 'error'], rpc)];
  if (isStatusUpdate(value)) return [entryOf('status', value, place, rpc)];
  if (isTask(value)) return [entryOf('task', value, place, rpc)];
  if (isArtifactUpdate(value)) return [entryOf('artifact', value, [...place, 'artifact'], rpc)];
  if (isMessage(value)) return [messageOf(value, place, rpc)];
  return isArtifact(value) ? [entryOf('artifact', { artifact: value }, place, rpc)] : undefined;
}

/** Keys that wrap an answer or event in version 1.0 and its drafts, and name its type. */
const wrappers = 'result root task message msg statusUpdate artifactUpdate taskStatusUpdate taskArtifactUpdate tasks';

/** The places of the data in an envelope. A request is read before its response, whatever the order of the keys. */
function envelopesIn(value: RecordValue): readonly Path[] {
  // Recorded HTTP: the protocol's data is in the body.
  if (textAt(value, 'start_line') !== undefined) return [['body']];
  if (chosenIn(value) !== undefined) return [['value']];
  if (chosenIn(fieldAt(value, 'payload') ?? null) !== undefined) return [['payload', 'value']];
  if (isUnnamedTask(value)) return [['history'], ['artifacts']];
  const answers = wrappers.split(' ').map((key) => (Object.hasOwn(value, key) ? key : snakeOf(key)));
  return ['request', 'response', ...answers].map((key) => [key]);
}

/** Whether the value is a task that is cut off before its id and state: its messages and artifacts are read by themselves. */
const isUnnamedTask = (value: RecordValue): boolean =>
  contextOf(value) !== null && isList(fieldAt(value, 'history') ?? null) && !hasReadableState(value);

const messageOf = (message: RecordValue, place: Path, rpc: string | undefined, params?: RecordValue): Entry =>
  entryOf(readRole(fieldAt(message, 'role')) === 'user' ? 'asked' : 'message', message, place, rpc, params);

function rpcOf(value: RecordValue): string | undefined {
  if (fieldAt(value, 'jsonrpc') === undefined) return undefined;
  const id = fieldAt(value, 'id');
  return typeof id === 'string' || typeof id === 'number' ? String(id) : 'no id';
}

/** Whether the value is an error of JSON-RPC, or of version 1.0 over HTTP. */
function isError(value: RecordValue): boolean {
  const error = fieldAt(value, 'error');
  if (error === undefined || !isRecord(error)) return false;
  const isRest = typeof fieldAt(error, 'code') === 'number' && textAt(error, 'status') !== undefined;
  return fieldAt(value, 'jsonrpc') !== undefined || isRest || isProtocolError(fieldAt(error, 'code'));
}

function entryOf(
  kind: Entry['kind'],
  value: RecordValue,
  place: Path,
  rpc: string | undefined,
  params: RecordValue = {},
  method?: string,
): Entry {
  const context = contextOf(value) ?? contextOf(params) ?? undefined;
  return { kind, value, place, rpc, task: taskOf(kind, value, params), context, params, method };
}

function taskOf(kind: Entry['kind'], value: RecordValue, params: RecordValue): string | undefined {
  const [id, named] = [textAt(value, 'id'), textAt(value, 'taskId')];
  if (kind === 'task') return id;
  if (kind === 'requested') return (id ?? textAt(value, 'name'))?.replace(/^tasks\//, '');
  if (kind === 'status' || kind === 'artifact') return named ?? id;
  // In version 0.2, the task id is beside the message.
  return named ?? (kind === 'asked' ? textAt(params, 'id') : undefined);
}
