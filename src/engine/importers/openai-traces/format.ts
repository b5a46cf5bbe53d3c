import { isRecord, type Value } from '../../model/value.ts';
import type { SpanFormat } from '../../importing/spans/format.ts';
import { valueIn } from '../../importing/values/where.ts';

/**
 * Traces of the OpenAI Agents SDK for Python and JavaScript, as their exporters send them to OpenAI (`/v1/traces/ingest`).
 * https://github.com/openai/openai-agents-python/blob/main/src/agents/tracing/span_data.py
 * https://github.com/openai/openai-agents-js/blob/main/packages/agents-core/src/tracing/spans.ts
 */
export const format: SpanFormat = {
  nothing: 'These spans of the OpenAI Agents SDK contain no model call and no tool call, so there is nothing to show.',
  silent:
    'The spans of model calls hold the ids of responses and no messages: the SDK leaves the messages of the Responses API out of its traces. Open the state of the run or the responses to see them.',
  spanId: ['id'],
  parent: ['parent_id'],
  name: ['span_data.name', 'span_data.to_agent', 'span_data.type'],
  kind: {
    field: ['span_data.type'],
    words: { response: 'model', function: 'tool' },
  },
  start: [{ field: ['started_at'], as: 'text' }],
  end: [{ field: ['ended_at'], as: 'text' }],
  // Programs with an exporter of their own may write the input and the response, too.
  input: ['span_data.input'],
  output: ['span_data.output', 'span_data.response', guardrailResult],
  model: ['span_data.model', 'span_data.response.model'],
  tokens: [{ usage: ['span_data.usage', 'span_data.response.usage'] }],
  offered: ['span_data.response.tools'],
  error: { reason: ['error'] },
  trace: {
    id: ['id'],
    session: ['group_id'],
    facts: { metadata: ['metadata'] },
    title: ['workflow_name'],
  },
};

function guardrailResult(span: Value): Value | undefined {
  const triggered = valueIn(span, 'span_data.triggered');
  return triggered === undefined || !isRecord(span) ? undefined : { triggered };
}
