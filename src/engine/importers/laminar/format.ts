import type { Value } from '../../model/value.ts';
import type { SpanFormat } from '../../importing/spans/format.ts';
import { textIn, valueIn } from '../../importing/values/where.ts';

/**
 * Spans of Laminar, as its page has them and as its query API returns them. Input and output may be JSON text.
 * https://github.com/lmnr-ai/lmnr/blob/main/frontend/lib/traces/types.ts
 * https://github.com/lmnr-ai/lmnr-skills/blob/main/skills/laminar/references/sql-query-api.md
 */
export const format: SpanFormat = {
  nothing:
    'None of these Laminar spans is of type LLM or TOOL, so there is nothing to show. Query all spans of the traces, with their inputs and outputs.',
  silent: 'No span contains prompts or answers. Query also the columns `input` and `output` to see them.',
  attributes: ['attributes'],
  spanId: ['spanId', 'span_id'],
  parent: ['parentSpanId', 'parent_span_id'],
  noParent: ['00000000-0000-0000-0000-000000000000'],
  name: [['attributes', 'openai.agents.guardrail.name'], 'name'],
  kind: {
    field: [operationIn, 'span_type'],
    words: {
      cached: 'model',
      execute_tool: 'tool',
      invoke_agent: 'agent',
      create_agent: 'other',
      invoke_workflow: 'other',
      embeddings: 'embedding',
      rerank: 'embedding',
    },
    otherwise: () => 'other',
    mayBeTool: () => true,
  },
  start: [{ field: ['startTime', 'start_time'], as: 'utc text' }],
  end: [{ field: ['endTime', 'end_time'], as: 'utc text' }],
  input: ['input'],
  output: [guardrailResult, 'output'],
  hasStructuredAnswers: true,
  model: ['model', 'response_model', 'request_model'],
  tokens: [{ prompt: ['inputTokens', 'input_tokens'], completion: ['outputTokens', 'output_tokens'] }],
  error: {
    status: { field: ['status'], failed: ['error'] },
    reason: [['attributes', 'exception.message'], ['events', 0, 'attributes', 'exception.message'], 'status'],
  },
  trace: {
    id: ['traceId', 'trace_id'],
    session: [['attributes', 'lmnr.association.properties.session_id']],
    user: [['attributes', 'lmnr.association.properties.user_id']],
  },
};

/**
 * Laminar takes each span with attributes of a model for a model call, if its instrumentation gave it no type.
 * https://github.com/lmnr-ai/lmnr/blob/main/app-server/src/traces/spans.rs
 */
function operationIn(span: Value): string | undefined {
  if (guardrailResult(span) !== undefined) return 'guardrail';
  if (textIn(span, 'span_type') !== 'LLM') return undefined;
  const operation = textIn(span, [
    ['attributes', 'gen_ai.operation.name'],
    ['attributes', 'llm.request.type'],
  ]);
  return /^(?:execute_tool|invoke_agent|create_agent|invoke_workflow|embeddings?|rerank)$/.exec(operation ?? '')?.[0];
}

/**
 * A guardrail of the OpenAI Agents SDK has the type of a step.
 * https://github.com/lmnr-ai/lmnr-python/blob/main/src/lmnr/opentelemetry_lib/opentelemetry/instrumentation/openai_agents/span_data.py
 */
function guardrailResult(span: Value): Value | undefined {
  const triggered = valueIn(span, [['attributes', 'openai.agents.guardrail.triggered']]);
  return triggered === undefined ? undefined : { triggered };
}
