import * as v from 'valibot';
import { err, ok } from '../../../base/result.ts';
import type { Read } from '../../importing/importer.ts';
import type { Trace } from '../../importing/spans/spans.ts';
import { traceTitle } from '../../importing/spans/trace-title.ts';
import { tracesToSessions } from '../../importing/spans/traces-to-sessions.ts';
import { groupedBy } from '../../importing/values/grouped-by.ts';
import { Call } from './format.ts';
import { callsIn } from './shapes.ts';
import { spansOf, type PlacedCall } from './span.ts';

export const read: Read = ({ value }) => {
  const calls = callsIn(value).flatMap(({ value: written, place }) => {
    const parsed = v.safeParse(Call, written);
    return parsed.success ? [{ call: parsed.output, place }] : [];
  });
  const sessions = tracesToSessions([...groupedBy(calls, ({ call }) => call.trace_id).values()].map(traceOf));
  if (sessions.length > 0) return ok({ sessions });
  return err({
    code: 'weave/no-turns',
    message:
      'These are calls of Weave, and none of them is known as a model call (no inputs with a model and a prompt) or says what kind it is: there is nothing to show. Export the calls within the traces, too.',
  });
};

function traceOf(calls: readonly PlacedCall[]): Trace {
  const spans = spansOf(calls);
  const root = (calls.find(({ call }) => call.parent_id === undefined) ?? calls[0])?.call;
  return {
    title: traceTitle(spans, root?.display_name),
    importer: 'weave',
    user: undefined,
    recording: {
      ...(root !== undefined && { trace_id: root.trace_id }),
      ...(root?.thread_id !== undefined && { thread_id: root.thread_id }),
    },
    spans,
  };
}
