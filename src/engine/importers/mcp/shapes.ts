import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { Rpc } from './format.ts';
import { oneOrMany } from '../../importing/values/elements.ts';

export interface Entry {
  readonly rpc: Rpc;
  readonly place: Path;
  /** The recorded time, and its place in the log. */
  readonly at: { readonly value: Value; readonly place: Path } | undefined;
}

/** The number of messages checked to recognise the format. */
const maxMessages = 40;

/** The keys under which logs store the message itself, and the time. */
const wrappers = ['message', 'payload', 'data', 'msg'] as const;
const clocks = ['timestamp', 'time', 'ts'] as const;

export const entriesIn = (value: Value): readonly (Entry | undefined)[] =>
  oneOrMany(value).map(({ value: one, place }) => entryOf(one, place));

function entryOf(value: Value, place: Path): Entry | undefined {
  if (!isRecord(value)) return undefined;
  const clock = clocks.find((key) => value[key] !== undefined && value[key] !== null);
  const at = clock === undefined ? undefined : { value: value[clock] ?? null, place: [...place, clock] };
  const own = v.safeParse(Rpc, value);
  if (own.success) return { rpc: own.output, place, at };
  for (const key of wrappers) {
    const inner = v.safeParse(Rpc, value[key]);
    if (inner.success) return { rpc: inner.output, place: [...place, key], at };
  }
  return undefined;
}

/** Recognise methods and handshakes that no other protocol on JSON-RPC has. */
export function isMcp(value: Value): boolean {
  const first = oneOrMany(value).slice(0, maxMessages);
  return first.some(({ value: one, place }) => {
    const entry = entryOf(one, place);
    if (entry === undefined) return false;
    const { method, params, result } = entry.rpc;
    return method === 'tools/call' || method === 'tools/list' || isHandshake(params ?? result);
  });
}

const isHandshake = (body: Rpc['params']): boolean =>
  body !== undefined &&
  typeof body['protocolVersion'] === 'string' &&
  ('clientInfo' in body || 'serverInfo' in body) &&
  'capabilities' in body;
