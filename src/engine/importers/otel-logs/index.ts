import type { Importer } from '../../importing/importer.ts';
import { recordsIn } from './shapes.ts';

/** How many records are enough to know. */
const sample = 5;

export const otelLogs: Importer = {
  id: 'otel-logs',
  title: 'OpenTelemetry log records',
  claim: ({ value }) => (recordsIn(value, sample).length > 0 ? 'likely' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
