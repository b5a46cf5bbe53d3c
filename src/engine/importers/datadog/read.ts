import { err, ok } from '../../../base/result.ts';
import type { Read } from '../../importing/importer.ts';
import type { Trace } from '../../importing/spans/spans.ts';
import { traceTitle } from '../../importing/spans/trace-title.ts';
import { tracesToSessions } from '../../importing/spans/traces-to-sessions.ts';
import { groupedBy } from '../../importing/values/grouped-by.ts';
import { spansIn } from './shapes.ts';
import { spanOf, type ReadSpan } from './span.ts';

export const read: Read = ({ value }) => {
  const spans = spansIn(value).flatMap((placed) => spanOf(placed) ?? []);
  const sessions = tracesToSessions([...groupedBy(spans, ({ trace }) => trace).values()].map(traceOf));
  if (sessions.length > 0) return ok({ sessions });
  return err({
    code: 'datadog/no-turns',
    message:
      'These are spans of Datadog without a model call or the use of a tool among them: there is nothing to show.',
  });
};

function traceOf(own: readonly ReadSpan[]): Trace {
  const spans = own.map(({ span }) => span);
  const first = own[0]?.written;
  const session = own.map(({ written }) => written.session_id).find((id) => id !== undefined && id !== '');
  const user = tagged(own, 'user_id') ?? tagged(own, 'user_handle');
  return {
    title: traceTitle(spans, undefined),
    importer: 'datadog',
    user,
    recording: {
      ...(own[0] !== undefined && own[0].trace !== '' && { trace_id: own[0].trace }),
      ...(session !== undefined && { session_id: session }),
      ...(first?.ml_app !== undefined && { ml_app: first.ml_app }),
    },
    spans,
  };
}

/** Tags are `key:value`. */
function tagged(own: readonly ReadSpan[], key: string): string | undefined {
  const tags = own.flatMap(({ written }) => written.tags ?? []);
  const tag = tags.find((one) => typeof one === 'string' && one.startsWith(`${key}:`));
  return typeof tag === 'string' ? tag.slice(key.length + 1) : undefined;
}
