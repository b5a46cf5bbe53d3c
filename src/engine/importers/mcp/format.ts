import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeText, record } from '../../importing/values/schema.ts';

/**
 * The JSON-RPC messages between a client and a server of the Model Context Protocol, logged in both directions.
 * https://modelcontextprotocol.io/specification/2025-06-18
 */
export const Rpc = record({
  jsonrpc: v.literal('2.0'),
  id: maybe(v.union([v.string(), v.number()])),
  method: maybeText,
  params: maybe(anyRecord),
  result: maybe(anyRecord),
  error: maybe(record({ code: maybe(anyValue), message: maybeText })),
});
export type Rpc = v.InferOutput<typeof Rpc>;

export const ToolsCall = record({ name: v.string(), arguments: maybe(anyValue) });
export const ToolResult = record({
  content: maybe(anyList),
  structuredContent: maybe(anyRecord),
  isError: maybe(v.boolean()),
});
export const ToolsList = record({ tools: anyList });
export const Tool = record({ name: v.string() });
export const Initialize = record({ protocolVersion: v.string(), clientInfo: maybe(record({ name: maybeText })) });
export const Initialized = record({
  protocolVersion: v.string(),
  serverInfo: maybe(record({ name: maybeText })),
  instructions: maybeText,
});
