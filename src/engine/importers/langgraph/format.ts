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
  /** The channels; for a graph with a single channel, that channel's value. */
  values: anyValue,
  next: anyList,
  config: maybe(anyRecord),
  metadata: maybe(anyRecord),
  created_at: maybeText,
  tasks: maybe(anyList),
  interrupts: maybe(anyList),
});
export type Snapshot = v.InferOutput<typeof Snapshot>;

/** A node that ran or will run. */
export const PregelTask = record({ name: maybeText, error: maybe(anyValue), interrupts: maybe(anyList) });

/** Events of the mode debug. */
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

/** The value of `type` in LangChain's dictionaries. */
export const messageTypes: ReadonlySet<string> = new Set([
  'human',
  'ai',
  'system',
  'tool',
  'function',
  'AIMessageChunk',
]);
