import type { NodeId, TurnIndex } from './invocation.ts';
import type { RecordValue } from './value.ts';

/**
 * What a recording says of a tool: as a request to a model offers it, or as an MCP server lists it. A missing field is not
 * recorded.
 */
export interface ToolDefinition {
  /** As it is recorded; rules use the key of the function. */
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of its arguments. */
  readonly input_schema?: RecordValue;
  /** JSON Schema of its result. */
  readonly output_schema?: RecordValue;
  /** How it behaves, in MCP's words: `readOnlyHint`, `destructiveHint`, … */
  readonly annotations?: RecordValue;
  /** Further values: `_meta` of MCP. */
  readonly metadata?: RecordValue;
  /** The MCP server that has it, and its address. */
  readonly server?: string;
  readonly server_url?: string;
}

/** A definition in the course of a session. It holds from the turn after `turn` on, until another one of the same tool. */
export interface DefinedTool {
  /** The latest turn when it was recorded; -1 at the start. */
  readonly turn: TurnIndex;
  readonly node: NodeId;
  /** The function's key. */
  readonly key: string;
  readonly definition: ToolDefinition;
  /** Index of the event that recorded it. */
  readonly event: number;
}
