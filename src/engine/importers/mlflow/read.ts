import { err, ok } from '../../../base/result.ts';
import type { Read } from '../../importing/importer.ts';
import type { Trace } from '../../importing/spans/spans.ts';
import { traceTitle } from '../../importing/spans/trace-title.ts';
import { tracesToSessions } from '../../importing/spans/traces-to-sessions.ts';
import { tracesIn, type PlacedTrace } from './shapes.ts';
import { spanOf } from './span.ts';

export const read: Read = ({ value }) => {
  const sessions = tracesToSessions(tracesIn(value).map(traceOf));
  if (sessions.length > 0) return ok({ sessions });
  return err({
    code: 'mlflow/no-turns',
    message: 'This is a trace of MLflow without a model call or a use of a tool in it: there is nothing to show.',
  });
};

function traceOf({ trace, spansAt }: PlacedTrace): Trace {
  const spans = trace.data.spans.flatMap((span, index) => spanOf(span, [...spansAt, index]) ?? []);
  const { trace_id, request_id, state, status, trace_metadata, request_metadata, assessments } = trace.info;
  const [id, outcome] = [trace_id ?? request_id, state ?? status];
  const user = (trace_metadata ?? request_metadata ?? {})['mlflow.trace.user'];
  return {
    title: traceTitle(spans, undefined),
    importer: 'mlflow',
    user: typeof user === 'string' ? user : undefined,
    recording: {
      ...(id !== undefined && { trace_id: id }),
      ...(outcome !== undefined && { state: outcome }),
      ...(assessments !== undefined && assessments.length > 0 && { assessments }),
    },
    spans,
  };
}
