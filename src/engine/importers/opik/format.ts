import type { SpanFormat } from '../../importing/spans/format.ts';

/**
 * Spans of Opik, as its SDKs and its API list them, and as `opik export` writes them with their trace.
 * https://github.com/comet-ml/opik/blob/main/apps/opik-backend/src/main/java/com/comet/opik/api/Span.java
 * https://www.comet.com/docs/opik/tracing/export_data
 */
export const format: SpanFormat = {
  nothing:
    'These are spans of Opik, and none of them is of type “llm” or “tool”: there is nothing to show. Export the traces with all their spans.',
  spanId: ['id'],
  parent: ['parent_span_id'],
  name: ['name'],
  kind: {
    field: ['type'],
    // Functions with the decorator are of type `general`, unless the program says otherwise.
    mayBeTool: () => true,
  },
  start: [{ field: ['start_time'], as: 'utc text' }],
  end: [{ field: ['end_time'], as: 'utc text' }],
  input: ['input'],
  output: ['output'],
  hasStructuredAnswers: true,
  // A result that is no record is put under this key.
  onlyKey: { output: 'output' },
  model: ['model'],
  tokens: [{ usage: ['usage'] }],
  offered: ['input.tools', 'metadata.tools'],
  error: { reason: ['error_info.message', 'error_info.exception_type'] },
  trace: {
    id: ['id'],
    session: ['thread_id'],
    facts: { tags: ['tags'], feedback_scores: ['feedback_scores'] },
    title: ['name'],
    question: ['input'],
  },
};
