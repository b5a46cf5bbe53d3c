import { err, ok } from '../../../base/result.ts';
import type { Importer } from '../importer.ts';
import { tracesToSessions } from '../traces-to-sessions.ts';
import { isKnown, spansIn } from './shapes.ts';
import { tracesOf } from './traces.ts';

export const otelSpans: Importer = {
  id: 'otel-spans',
  title: 'OpenTelemetry or OpenInference spans',
  claim({ value }) {
    const spans = spansIn(value, 40);
    if (spans.length === 0) return 'no';
    return spans.some(isKnown) ? 'certain' : 'likely';
  },
  read({ value }) {
    const sessions = tracesToSessions(tracesOf(spansIn(value)));
    if (sessions.length > 0) return ok({ sessions });
    return err({
      code: 'otel-spans/no-turns',
      message:
        'These are spans of OpenTelemetry, but none of them is known as a model call or the use of a tool (no “gen_ai.”, “openinference.”, “ai.” or “traceloop.” attributes say so): there is nothing to show.',
    });
  },
};
