import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { chosenIn, fieldAt, recordAt, snakeOf, textAt } from '../../systems/a2a/wire/field.ts';
import { contextOf } from '../../systems/a2a/wire/likeness.ts';
import { readRole } from '../../systems/a2a/wire/spelling.ts';
import {
  type HttpRefusal,
  isArtifact,
  isArtifactUpdate,
  isMessage,
  isProtocolError,
  isStatusUpdate,
  isTask,
  isWorkerContext,
  isWrappedMessage,
  methods,
  refusalOfRecord,
  wrappers,
} from './format.ts';

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

/** Envelopes are not nested deeper, even in a list of lists of exchanges. */
const maxDepth = 8;

export function entriesIn(value: Value, place: Path = []): Found {
  const collector = new Collector();
  collector.collect(value, place, undefined);
  return collector;
}

/** Adds the refusals found between a transcript's values, each after the request that it answers. */
export function withRefusals(entries: readonly Entry[], refusals: readonly HttpRefusal[]): readonly Entry[] {
  const all = [...entries];
  for (const { error, place } of refusals.toReversed()) {
    const asked = all.findLastIndex((entry) => place.every((step, depth) => entry.place[depth] === step));
    const { rpc, task, context } = all[asked] ?? {};
    if (asked === -1) continue;
    all.splice(asked + 1, 0, {
      kind: 'failed',
      value: error,
      place,
      rpc,
      task,
      context,
      params: {},
      method: undefined,
    });
  }
  return all;
}

class Collector implements Found {
  readonly entries: Entry[] = [];
  readonly strangers: Path[] = [];

  collect(value: Value, place: Path, rpc: string | undefined, depth = 0): void {
    if (depth > maxDepth) return;
    if (isList(value)) {
      let index = 0;
      for (const element of value) this.collect(element, [...place, index++], rpc, depth + 1);
      return;
    }
    if (!isRecord(value)) return;
    const before = this.entries.length;
    this.#record(value, place, rpcOf(value) ?? rpc, depth);
    if (this.entries.length > before || Object.keys(value).length === 0) return;
    const refusal = refusalOfRecord(value);
    if (refusal === undefined) this.strangers.push(place);
    else this.#add('failed', refusal, [...place, 'start_line'], rpc);
  }

  #record(value: RecordValue, place: Path, rpc: string | undefined, depth: number): void {
    if (isWorkerContext(value)) return;
    const method = textAt(value, 'method');
    if (method !== undefined && isRecord(fieldAt(value, 'params'))) return this.#request(value, method, place, rpc);
    if (isError(value)) return this.#add('failed', recordAt(value, 'error'), [...place, 'error'], rpc);
    if (isStatusUpdate(value)) return this.#add('status', value, place, rpc);
    if (isTask(value)) return this.#add('task', value, place, rpc);
    if (isArtifactUpdate(value)) return this.#add('artifact', value, [...place, 'artifact'], rpc);
    if (isMessage(value)) return this.#add(kindOfMessage(value), value, place, rpc);
    if (isArtifact(value)) return this.#add('artifact', { artifact: value }, place, rpc);
    // Recorded HTTP: the protocol's data is in the body.
    if (textAt(value, 'start_line') !== undefined)
      return this.collect(fieldAt(value, 'body') ?? null, [...place, 'body'], rpc, depth + 1);
    const payload = fieldAt(value, 'payload') ?? null;
    for (const [holder, where] of [[value, place] as const, [payload, [...place, 'payload']] as const]) {
      const chosen = chosenIn(holder);
      if (chosen !== undefined) return this.collect(chosen.value, [...where, 'value'], rpc, depth + 1);
    }
    this.#wrapped(value, place, rpc, depth);
  }

  #request(value: RecordValue, method: string, place: Path, rpc: string | undefined): void {
    const params = recordAt(value, 'params');
    const message = fieldAt(params, 'message');
    if (message === undefined || !isRecord(message)) {
      if (methods.has(method)) this.#add('requested', params, [...place, 'params'], rpc, params, method);
      return;
    }
    this.#add('asked', message, [...place, 'params', 'message'], rpc, params, method);
  }

  /** If one record has a request and a response, reads the request first, whatever the order of the keys. */
  #wrapped(value: RecordValue, place: Path, rpc: string | undefined, depth: number): void {
    for (const key of ['request', 'response'] as const) {
      const inner = fieldAt(value, key);
      if (inner !== undefined) this.collect(inner, [...place, key], rpc, depth + 1);
    }
    for (const key of wrappers) {
      const written = Object.hasOwn(value, key) ? key : snakeOf(key);
      const inner = Object.hasOwn(value, written) ? value[written] : undefined;
      if (inner === undefined || inner === null) continue;
      if (key === 'message' && isRecord(inner) && isWrappedMessage(inner)) {
        this.#add(kindOfMessage(inner), inner, [...place, written], rpc, value);
      } else this.collect(inner, [...place, written], rpc, depth + 1);
    }
  }

  #add(
    kind: Entry['kind'],
    value: RecordValue,
    place: Path,
    rpc: string | undefined,
    params: RecordValue = {},
    method?: string,
  ): void {
    this.entries.push({ kind, value, place, rpc, ...ownersOf(kind, value, params), params, method });
  }
}

const kindOfMessage = (message: RecordValue) =>
  readRole(fieldAt(message, 'role')) === 'user' ? ('asked' as const) : ('message' as const);

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

/** Task id and context id; their field names depend on the kind of entry. */
function ownersOf(kind: Entry['kind'], value: RecordValue, params: RecordValue) {
  const context = contextOf(value) ?? contextOf(params) ?? undefined;
  switch (kind) {
    case 'task':
      return { task: textAt(value, 'id'), context };
    case 'status':
    case 'artifact':
      return { task: textAt(value, 'taskId') ?? textAt(value, 'id'), context };
    case 'requested':
      return { task: (textAt(value, 'id') ?? textAt(value, 'name'))?.replace(/^tasks\//, ''), context };
    case 'asked':
      // In version 0.2, the task id is beside the message.
      return { task: textAt(value, 'taskId') ?? textAt(params, 'id'), context };
    default:
      return { task: textAt(value, 'taskId'), context };
  }
}

/** Limits the search in large logs of other programs. */
const maxVisits = 5_000;
const maxSearchDepth = 12;

interface Visit {
  readonly value: Value;
  readonly place: Path;
}

/** Tasks and messages inside unknown wrappers, in the order of the document. */
export function entriesAnywhere(value: Value): Found {
  const entries: Entry[] = [];
  const open: Visit[] = [{ value, place: [] }];
  for (let visits = 0; visits < maxVisits; visits++) {
    const visit = open.pop();
    if (visit === undefined) break;
    if (isRecord(visit.value) && (isTask(visit.value) || isStatusUpdate(visit.value) || isMessage(visit.value))) {
      entries.push(...entriesIn(visit.value, visit.place).entries);
    } else if (visit.place.length < maxSearchDepth) open.push(...inside(visit));
  }
  return { entries, strangers: [] };
}

/** In reverse order, because the stack returns the last one first. */
function inside({ value, place }: Visit): readonly Visit[] {
  const found: Visit[] = [];
  if (isList(value)) {
    let index = 0;
    for (const element of value) {
      found.push({ value: element, place: [...place, index++] });
      if (index >= maxVisits) break;
    }
  } else if (isRecord(value)) {
    for (const [key, element] of Object.entries(value)) found.push({ value: element, place: [...place, key] });
  }
  return found.filter(({ value: element }) => typeof element === 'object' && element !== null).toReversed();
}
