import * as v from 'valibot';
import type { RecordValue, Value } from '../../model/value.ts';
import { conversationIn } from '../../importing/messages/conversation-in.ts';
import type { Trace } from '../../importing/spans/spans.ts';
import { traceTitle } from '../../importing/spans/trace-title.ts';
import { Score } from './format.ts';
import type { PlacedTrace } from './shapes.ts';
import { spansOf } from './span.ts';

export function traceOf({ trace, place, observations }: PlacedTrace): Trace {
  const spans = spansOf(observations);
  return {
    title: traceTitle(spans, trace?.name),
    importer: 'langfuse',
    user: trace?.userId,
    recording: recordingOf(trace?.sessionId, trace?.id, trace?.scores),
    spans,
    question:
      trace?.input === undefined || trace.input === null
        ? undefined
        : (report) => conversationIn(trace.input, 'input', [...place, 'input'], report),
  };
}

/** Judgements after the fact: rules cannot see them, people want to. */
function recordingOf(session: string | undefined, id: string | undefined, written: readonly Value[] = []): RecordValue {
  const scores = written.flatMap((one) => {
    const score = v.safeParse(Score, one);
    return score.success ? [[score.output.name, score.output.value ?? null] as const] : [];
  });
  return {
    ...(id !== undefined && { trace_id: id }),
    ...(session !== undefined && { session_id: session }),
    ...(scores.length > 0 && { scores: Object.fromEntries(scores) }),
  };
}
