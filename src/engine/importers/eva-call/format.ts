import * as v from 'valibot';
import {
  anyList,
  anyRecord,
  anyValue,
  maybe,
  maybeCount,
  maybeNumber,
  maybeText,
  record,
} from '../../importing/values/schema.ts';

/**
 * Calls of EVA, a benchmark of voice agents, which keeps several files of each call.
 * https://github.com/ServiceNow/eva
 */
/** `audit_log.json`: the agent’s side, with every model call and every tool. */
export const AuditLog = record({
  transcript: anyList,
  llm_prompts: maybe(anyList),
  conversation_messages: maybe(anyList),
});
export type AuditLog = v.InferOutput<typeof AuditLog>;

/** An entry of its `transcript`. Times are milliseconds since 1970, as text. */
export const AuditEntry = record({
  message_type: v.picklist(['user', 'assistant', 'llm_call', 'tool_call', 'tool_response']),
  value: anyValue,
  timestamp: maybe(anyValue),
});
export type AuditEntry = v.InferOutput<typeof AuditEntry>;

export const ModelResponse = record({ agent: maybeText, response: maybeText });
export const ToolCall = record({ tool: v.string(), parameters: maybe(anyValue) });
export const ToolResponse = record({ tool: v.string(), response: maybe(anyValue) });

/** An entry of `llm_prompts`, one for each `llm_call` of the transcript. */
export const ModelCall = record({
  response: maybeText,
  response_message: maybe(record({ tool_calls: maybe(anyList) })),
  status: maybeText,
  model: maybeText,
  latency_ms: maybeNumber,
  error_type: maybeText,
  retry_attempt: maybeCount,
});
export type ModelCall = v.InferOutput<typeof ModelCall>;

export const PlannedTool = record({ function: record({ name: v.string() }) });

/** A line of `pipecat_logs.jsonl`: what went through the pipeline. One spoken sentence is a line for each word of it. */
export const PipelineEvent = record({
  type: v.picklist([
    'turn_start',
    'turn_end',
    'transcript',
    'tts_text',
    'llm_response',
    'user_started_speaking',
    'user_stopped_speaking',
  ]),
  data: record({ frame: maybeText, was_interrupted: maybe(v.boolean()) }),
  timestamp: anyValue,
  conversation_id: maybeText,
});
export type PipelineEvent = v.InferOutput<typeof PipelineEvent>;

/** A line of `elevenlabs_events.jsonl`: the simulated caller’s side, who hears the agent with ears of its own. */
export const CallerEvent = record({
  timestamp: anyValue,
  sequence: anyValue,
  type: maybeText,
  event_type: maybeText,
  data: maybe(anyRecord),
});
export type CallerEvent = v.InferOutput<typeof CallerEvent>;

/** `result.json`: how the call went, in numbers. */
export const CallResult = record({
  record_id: v.string(),
  completed: v.boolean(),
  audit_log_path: v.string(),
  transcript_path: v.string(),
});

/** `initial_scenario_db.json` and `final_scenario_db.json`: what the agent's tools looked things up in. */
export const ScenarioData = record({ _current_date: v.string(), reservations: anyRecord, journeys: anyRecord });
