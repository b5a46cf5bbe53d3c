import type { Importer } from '../../importing/importer.ts';
import { isKnown, spansIn } from './shapes.ts';

export const otelSpans: Importer = {
  id: 'otel-spans',
  title: 'OpenTelemetry or OpenInference spans',
  claim({ value }) {
    const spans = spansIn(value, 40);
    if (spans.length === 0) return 'no';
    return spans.some(isKnown) ? 'certain' : 'likely';
  },
  load: async () => (await import('./read.ts')).read,
};
