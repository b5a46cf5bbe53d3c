import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeText, record } from '../../importing/values/schema.ts';

/**
 * State of LangGraph and messages of LangChain, as programs print or serialise them:
 * - `StateSnapshot(values=…, next=…, created_at=…)`, of `get_state` and, newest first, of `get_state_history`:
 *   https://reference.langchain.com/python/langgraph/types/#langgraph.types.StateSnapshot
 * - what `stream` yields in its modes values, updates, messages and debug, with and without the path of a subgraph:
 *   https://docs.langchain.com/oss/python/langgraph/streaming
 * - messages: https://reference.langchain.com/python/langchain_core/messages/
 */
export const Snapshot = record({
  /** The channels; a graph of a single channel has its value. */
  values: anyValue,
  next: anyList,
  config: maybe(anyRecord),
  metadata: maybe(anyRecord),
  created_at: maybeText,
  tasks: maybe(anyList),
  interrupts: maybe(anyList),
});
export type Snapshot = v.InferOutput<typeof Snapshot>;

/** A node that ran, or will. */
export const PregelTask = record({ name: maybeText, error: maybe(anyValue), interrupts: maybe(anyList) });

/** Mode debug. */
export const DebugEvent = record({
  type: v.picklist(['checkpoint', 'task', 'task_result']),
  timestamp: v.string(),
  payload: anyRecord,
});

export const messageClasses: ReadonlySet<string> = new Set([
  'HumanMessage',
  'AIMessage',
  'AIMessageChunk',
  'HumanMessageChunk',
  'SystemMessage',
  'ToolMessage',
  'ToolMessageChunk',
  'FunctionMessage',
]);

/** As LangChain's dictionaries have it under `type`. */
export const messageTypes: ReadonlySet<string> = new Set([
  'human',
  'ai',
  'system',
  'tool',
  'function',
  'AIMessageChunk',
]);
