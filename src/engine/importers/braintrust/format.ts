import type { SpanFormat } from '../../importing/spans/format.ts';
import { recordAt, textAt } from '../../importing/values/where.ts';

/**
 * Rows of Braintrust's logs and experiments, one for each span. Rows of other types than `llm` and `tool` are steps of a
 * program, or scores of it.
 * https://www.braintrust.dev/docs/reference/api/Logs
 */
export const format: SpanFormat = {
  nothing:
    'None of these rows of Braintrust’s logs is a span of type “llm” or “tool”, so there is nothing to show. Export the whole traces, not only their roots.',
  // A scorer may call a model and tools: neither is part of what it judges.
  rewrite: (row) =>
    textAt(row, 'span_attributes.purpose') === 'scorer'
      ? { ...row, span_attributes: { ...recordAt(row, 'span_attributes'), type: 'score' } }
      : row,
  spanId: ['span_id'],
  parent: ['span_parents.0'],
  name: ['span_attributes.name'],
  kind: { field: ['span_attributes.type'] },
  start: [
    { field: ['metrics.start'], as: 'seconds' },
    { field: ['created'], as: 'shortened text' },
  ],
  end: [{ field: ['metrics.end'], as: 'seconds' }],
  input: ['input'],
  output: ['output'],
  model: ['metadata.model'],
  tokens: [
    {
      prompt: ['metrics.prompt_tokens'],
      completion: ['metrics.completion_tokens'],
      cached: ['metrics.prompt_cached_tokens'],
    },
  ],
  offered: ['metadata.tools'],
  error: { reason: ['error'], hasTraceback: true },
  trace: { id: ['root_span_id'], facts: { scores: ['scores'], tags: ['tags'] } },
};
