import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeText, record } from '../../importing/values/schema.ts';

/**
 * Traces of Langfuse, as its page exports them (a trace and its observations) and as its API lists observations.
 * https://langfuse.com/docs/observability/data-model
 * https://api.reference.langfuse.com/#tag/observations
 */
export const Trace = record({
  id: maybeText,
  name: maybeText,
  sessionId: maybeText,
  userId: maybeText,
  timestamp: maybeText,
  /** A value, or a string of JSON, or a string of JSON of a string of JSON. */
  input: maybe(anyValue),
  output: maybe(anyValue),
  observations: maybe(anyList),
  scores: maybe(anyList),
});
export type Trace = v.InferOutput<typeof Trace>;

export const Export = record({ trace: anyRecord, observations: maybe(anyList) });

export const Observation = record({
  id: v.string(),
  traceId: maybeText,
  parentObservationId: maybeText,
  /** SPAN, GENERATION, EVENT, and since 2025 AGENT, TOOL, CHAIN, RETRIEVER, EVALUATOR, EMBEDDING, GUARDRAIL. */
  type: v.string(),
  name: maybeText,
  startTime: v.string(),
  endTime: maybeText,
  level: maybeText,
  statusMessage: maybeText,
  input: maybe(anyValue),
  output: maybe(anyValue),
  metadata: maybe(anyValue),
  model: maybeText,
  usageDetails: maybe(anyValue),
  /** Before 2025: `{input, output, total, unit}`. */
  usage: maybe(anyValue),
  promptTokens: maybe(anyValue),
  completionTokens: maybe(anyValue),
  /** Functions on offer, by name. */
  toolDefinitions: maybe(anyValue),
});
export type Observation = v.InferOutput<typeof Observation>;

export const Score = record({ name: v.string(), value: maybe(anyValue), comment: maybeText });
