import type { Value } from '../../model/value.ts';
import { spanImporter } from '../../importing/spans/span-importer.ts';
import { rowsIn } from '../../importing/values/elements.ts';
import { textAt } from '../../importing/values/where.ts';

const type = /^(?:DEFAULT|LLM|EXECUTOR|EVALUATOR|EVALUATION|TOOL|HUMAN_EVALUATOR|EVENT|CACHED)$/;

const isSpan = (value: Value): boolean =>
  type.test(textAt(value, 'span_type') ?? '') &&
  ['span_id', 'trace_id'].every((name) => textAt(value, name) !== undefined);

/** Spans of the page, in camel case, or rows of a query, in snake case. */
export const laminar = spanImporter({
  id: 'laminar',
  title: 'Laminar spans',
  find: {
    spans: (document) => rowsIn(document, ['data'], ['spans'], ['items']).filter(({ value }) => isSpan(value)),
  },
  format: () => import('./format.ts'),
});
