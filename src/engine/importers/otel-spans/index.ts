import type { Importer } from '../../importing/importer.ts';
import { recordsIn } from '../../importing/otel/log-records.ts';
import { isByColumn, isKnown, spansIn } from './find-spans.ts';

/** The format is recognised from at most this many spans and this many log records. */
const [spanSample, recordSample] = [40, 5];

export const otelSpans: Importer = {
  id: 'otel-spans',
  title: 'OpenTelemetry or OpenInference spans and log records',
  claim({ value }) {
    const spans = spansIn(value, spanSample);
    if (spans.some(isKnown)) return 'certain';
    if (isByColumn(value)) return 'certain';
    return spans.length > 0 || recordsIn(value, recordSample).length > 0 ? 'likely' : 'no';
  },
  load: async () => (await import('./read.ts')).read,
};
