import { Double, type Value } from '../../model/value.ts';
import type { SpanFormat } from '../../importing/spans/format.ts';
import { countIn } from '../../importing/messages/any-message.ts';
import { plusAny } from '../../importing/transcript/transcript.ts';
import { idIn, textIn, valueIn } from '../../importing/values/where.ts';

/**
 * Events of PostHog's LLM analytics: a generation, span, trace or embedding each, captured when it ended.
 * https://posthog.com/docs/llm-analytics/manual-capture
 */
export const format: SpanFormat = {
  nothing:
    'These events of PostHog’s LLM analytics contain no generation and no tool call, so there is nothing to show.',
  silent:
    'No generation holds messages: the program was in privacy mode, or the events were listed without `$ai_input` and `$ai_output_choices`.',
  spanId: ['properties.$ai_span_id', 'properties.$ai_generation_id', traceOfTrace, 'uuid', 'id'],
  parent: [parentOf],
  name: ['properties.$ai_span_name', 'properties.$ai_trace_name', 'event'],
  kind: {
    // Only some integrations write the type of a span.
    field: [
      (event) =>
        textIn(event, 'event') === '$ai_span' ? valueIn(event, ['properties.$ai_span_type', 'event']) : undefined,
      'event',
    ],
    words: { $ai_generation: 'model', $ai_embedding: 'embedding' },
    mayBeTool: () => true,
  },
  start: [],
  end: [{ field: ['timestamp', 'createdAt', 'properties.timestamp'], as: 'text' }],
  took: [latency],
  input: ['properties.$ai_input', 'properties.$ai_input_state'],
  output: ['properties.$ai_output_choices', 'properties.$ai_output', 'properties.$ai_output_state'],
  hasStructuredAnswers: true,
  model: ['properties.$ai_model'],
  ended: ['properties.$ai_stop_reason'],
  tokens: [
    {
      prompt: [promptTokens],
      completion: ['properties.$ai_output_tokens'],
      cached: ['properties.$ai_cache_read_input_tokens'],
    },
  ],
  offered: ['properties.$ai_tools'],
  error: {
    status: { field: [failure], failed: ['error'] },
    reason: ['properties.$ai_error', objection, 'properties.$ai_output_state'],
  },
  trace: {
    id: ['properties.$ai_trace_id'],
    session: ['properties.$ai_session_id'],
    user: ['distinct_id', 'properties.distinct_id'],
  },
};

/** The event of a trace may have no id but the trace's. */
function traceOfTrace(event: Value): Value | undefined {
  return textIn(event, 'event') === '$ai_trace' ? valueIn(event, 'properties.$ai_trace_id') : undefined;
}

/** The outermost spans have the trace as their parent. */
function parentOf(event: Value): string | undefined {
  const parent = idIn(event, 'properties.$ai_parent_id');
  return parent === idIn(event, 'properties.$ai_trace_id') ? undefined : parent;
}

/** From seconds to nanoseconds. */
function latency(event: Value): number | undefined {
  const written = valueIn(event, 'properties.$ai_latency');
  const seconds = written instanceof Double ? written.value : written;
  return typeof seconds === 'number' && Number.isFinite(seconds) ? Math.round(seconds * 1e9) : undefined;
}

/**
 * Tokens of the cache are counted apart where the event says so; without a word about it, they are for models of Anthropic. Through
 * Vercel's gateway, only where there would be more of them than of the whole input.
 * https://github.com/PostHog/posthog/blob/master/nodejs/src/ingestion/ai/costs/input-costs.ts (`resolveCacheReportingExclusive`)
 */
function promptTokens(event: Value): number | undefined {
  const count = (name: string) => countIn(valueIn(event, `properties.$ai_${name}_tokens`));
  const input = count('input');
  const cached = [count('cache_read_input'), count('cache_creation_input')];
  const isApart = valueIn(event, 'properties.$ai_cache_reporting_exclusive') ?? countsApart(event, input, cached);
  return plusAny(input, ...(isApart === true ? cached : []));
}

function countsApart(event: Value, input: number | undefined, cached: readonly (number | undefined)[]): boolean {
  const text = (name: string) => textIn(event, `properties.$ai_${name}`)?.toLowerCase() ?? '';
  if (!/anthropic|claude/.test(`${text('provider')} ${text('model')}`)) return false;
  const isGateway = text('provider') === 'gateway' && text('framework') === 'vercel';
  return !isGateway || (input ?? 0) < (plusAny(0, ...cached) ?? 0);
}

function failure(event: Value): string | undefined {
  const isError = valueIn(event, 'properties.$ai_is_error');
  return isError === true || isError === 'true' || objection(event) !== undefined ? 'error' : undefined;
}

function objection(event: Value): string | undefined {
  return valueIn(event, 'properties.$ai_guardrail_triggered') === true ? 'the guardrail was triggered' : undefined;
}
