import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { oneOrMany } from '../../importing/values/one-or-many.ts';
import { Span, Trace } from './format.ts';

export interface PlacedTrace {
  readonly trace: Trace;
  readonly spansAt: Path;
}

/** Traces as MLflow writes them, or rows of the table that `search_traces` gives, which have all at one level. */
export const tracesIn = (value: Value): readonly PlacedTrace[] =>
  oneOrMany(value).flatMap(({ value: one, place }) => {
    const isRow = isRecord(one) && one['data'] === undefined && one['spans'] !== undefined;
    const trace = v.safeParse(Trace, isRow ? { info: one, data: one } : one);
    const spansAt = [...place, ...(isRow ? [] : ['data']), 'spans'];
    return trace.success && trace.output.data.spans.some(isOwn) ? [{ trace: trace.output, spansAt }] : [];
  });

const isOwn = (value: Value): boolean => {
  const span = v.safeParse(Span, value);
  return span.success && isRecord(value) && 'mlflow.spanType' in span.output.attributes;
};
