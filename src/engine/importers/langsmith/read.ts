import { err, ok } from '../../../base/result.ts';
import type { Read } from '../../importing/importer.ts';
import type { Trace } from '../../importing/spans/spans.ts';
import { traceTitle } from '../../importing/spans/trace-title.ts';
import { tracesToSessions } from '../../importing/spans/traces-to-sessions.ts';
import { tracesIn, type PlacedRun } from './shapes.ts';
import { spanOf } from './span.ts';

export const read: Read = ({ value }) => {
  const sessions = tracesToSessions(tracesIn(value).map(traceOf));
  if (sessions.length > 0) return ok({ sessions });
  return err({
    code: 'langsmith/no-turns',
    message:
      'These are runs of LangSmith without a model call or a use of a tool among them: there is nothing to show.',
  });
};

function traceOf(runs: readonly PlacedRun[]): Trace {
  const spans = runs.map(spanOf);
  const root = runs.find(({ parent }) => parent === undefined) ?? runs[0];
  const { trace_id, session_id, tags, feedback_stats } = root?.run ?? {};
  return {
    title: traceTitle(spans, root?.run.name),
    importer: 'langsmith',
    user: undefined,
    recording: {
      ...(trace_id !== undefined && { trace_id }),
      ...(session_id !== undefined && { session_id }),
      ...(tags !== undefined && tags.length > 0 && { tags }),
      ...(feedback_stats !== undefined && { feedback_stats }),
    },
    spans,
  };
}
