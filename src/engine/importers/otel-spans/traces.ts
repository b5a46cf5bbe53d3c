import type { Value } from '../../model/value.ts';
import type { Trace } from '../../importing/spans/spans.ts';
import { traceTitle } from '../../importing/spans/trace-title.ts';
import type { PlacedSpan } from './shapes.ts';
import { spanOf } from './span.ts';
import type { ReadSpan } from './span.ts';

/** The spans of a file by the trace that they belong to, in the order in which the traces are met. */
export function tracesOf(spans: readonly PlacedSpan[]): readonly Trace[] {
  const byTrace = new Map<string, ReadSpan[]>();
  for (const placed of spans) {
    const read = spanOf(placed);
    const known = byTrace.get(read.trace);
    if (known === undefined) byTrace.set(read.trace, [read]);
    else known.push(read);
  }
  return [...byTrace].map(([id, own]) => traceOf(id, own));
}

function traceOf(id: string, own: readonly ReadSpan[]): Trace {
  const first = (...keys: readonly string[]): string | undefined => {
    for (const { attributes } of own) {
      const text = attributes.text(...keys);
      if (text !== undefined) return text;
    }
    return undefined;
  };
  const about: readonly (readonly [string, string | undefined])[] = [
    ['trace_id', id === '' ? undefined : id],
    ['session_id', first('session.id', 'gen_ai.conversation.id')],
  ];
  return {
    title: traceTitle(
      own.map(({ span }) => span),
      undefined,
    ),
    importer: 'otel-spans',
    user: first('user.id', 'enduser.id'),
    recording: Object.fromEntries(
      about.filter((one): one is readonly [string, string] => one[1] !== undefined),
    ) satisfies {
      readonly [key: string]: Value;
    },
    spans: own.map(({ span }) => span),
  };
}
