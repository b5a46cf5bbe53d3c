import { isRecord, type Value } from '../../model/value.ts';
import { spanImporter } from '../../importing/spans/span-importer.ts';
import { valueIn } from '../../importing/values/where.ts';
import { rowsIn } from '../../importing/values/elements.ts';

/** Spans of the page, in camel case, or rows of a query, in snake case. */
export const laminar = spanImporter({
  id: 'laminar',
  title: 'Laminar spans',
  find: {
    spans: (document) => rowsIn(document, ['data'], ['spans'], ['items']).filter(({ value }) => isSpan(value)),
  },
  format: () => import('./format.ts'),
});

const types: ReadonlySet<unknown> = new Set(
  'DEFAULT LLM EXECUTOR EVALUATOR EVALUATION TOOL HUMAN_EVALUATOR EVENT CACHED'.split(' '),
);

const isSpan = (value: Value): boolean =>
  isRecord(value) &&
  types.has(value['spanType'] ?? value['span_type']) &&
  typeof valueIn(value, ['spanId', 'span_id']) === 'string' &&
  typeof valueIn(value, ['traceId', 'trace_id']) === 'string';
