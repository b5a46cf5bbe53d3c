import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { oneOrMany } from '../../importing/values/one-or-many.ts';
import { Span, Trace } from './format.ts';

export interface PlacedTrace {
  readonly trace: Trace;
  readonly place: Path;
}

export const tracesIn = (value: Value): readonly PlacedTrace[] =>
  oneOrMany(value).flatMap(({ value: one, place }) => {
    const trace = v.safeParse(Trace, one);
    return trace.success && trace.output.data.spans.some(isOwn) ? [{ trace: trace.output, place }] : [];
  });

const isOwn = (value: Value): boolean => {
  const span = v.safeParse(Span, value);
  return span.success && isRecord(value) && 'mlflow.spanType' in span.output.attributes;
};
