import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { oneOrMany, type Placed } from '../../importing/values/elements.ts';
import { findAt, fits } from '../../importing/values/where.ts';

/**
 * A JSON-RPC message between a client and a server of the Model Context Protocol, logged in both directions.
 * https://modelcontextprotocol.io/specification/2025-06-18
 */
export interface Entry extends Placed {
  readonly value: RecordValue;
  /** The recorded time of an answer, and its place in the log. */
  readonly time: Placed | undefined;
}

/** The number of messages checked to recognise the format. */
const maxMessages = 40;

/** The keys under which logs store the message itself, and the time. */
const wrappers = ['', 'message', 'payload', 'data', 'msg'];
const clocks = ['timestamp', 'time', 'ts'];

export const entriesIn = (value: Value): readonly (Entry | undefined)[] => oneOrMany(value).map(entryOf);

function entryOf({ value, place }: Placed): Entry | undefined {
  const rpc = findAt(value, wrappers, (one) => fits(one, { jsonrpc: ['2.0'] }));
  if (rpc === undefined || !isRecord(rpc.value)) return undefined;
  const clock = fits(rpc.value, { method: 'absent' }) ? findAt(value, clocks) : undefined;
  const time = clock && { value: clock.value, place: [...place, ...clock.path] };
  return { value: rpc.value, place: [...place, ...rpc.path], time };
}

/** Recognise methods and handshakes that no other protocol on JSON-RPC has. */
export const isMcp = (value: Value): boolean =>
  oneOrMany(value)
    .slice(0, maxMessages)
    .some((one) => {
      const { method, params, result } = entryOf(one)?.value ?? {};
      return method === 'tools/call' || method === 'tools/list' || isHandshake(params ?? result ?? null);
    });

const isHandshake = (body: Value): boolean =>
  fits(body, { protocolVersion: 'text', capabilities: 'there' }) &&
  findAt(body, ['clientInfo', 'serverInfo']) !== undefined;
