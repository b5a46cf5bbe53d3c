import { err, ok } from '../../../base/result.ts';
import type { Read } from '../../importing/importer.ts';
import { tracesToSessions } from '../../importing/spans/traces-to-sessions.ts';
import { spansIn } from './shapes.ts';
import { tracesOf } from './traces.ts';

export const read: Read = ({ value }) => {
  const sessions = tracesToSessions(tracesOf(spansIn(value)));
  if (sessions.length > 0) return ok({ sessions });
  return err({
    code: 'otel-spans/no-turns',
    message:
      'These are spans of OpenTelemetry, but none of them is known as a model call or the use of a tool (no “gen_ai.”, “openinference.”, “ai.” or “traceloop.” attributes say so): there is nothing to show.',
  });
};
