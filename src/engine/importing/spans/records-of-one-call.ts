import { toJson } from '../../model/json.ts';
import { textOf } from '../content/content.ts';
import type { ImportReport } from '../import-report.ts';
import { spanNotes } from './notes.ts';
import type { Span } from './spans.ts';

/** Model spans around other model spans, each with the calls inside it, in order. */
export function wrappersIn(
  spans: readonly Span[],
  ancestors: (span: Span) => readonly Span[],
): ReadonlyMap<Span, readonly Span[]> {
  const around = new Map<Span, Span[]>();
  for (const span of spans) {
    if (span.kind !== 'model') continue;
    for (const ancestor of ancestors(span)) {
      // A tool or agent may call a model of its own: that call is not the one outside.
      if (ancestor.kind === 'tool' || ancestor.kind === 'agent') break;
      // Spans that are each other's parents would wrap each other: the first one counts.
      if (ancestor.kind !== 'model' || around.get(span)?.includes(ancestor) === true) continue;
      const known = around.get(ancestor);
      if (known === undefined) around.set(ancestor, [span]);
      else known.push(span);
    }
  }
  // A wrapper within a wrapper is no call itself.
  return new Map([...around].map(([wrapper, calls]) => [wrapper, calls.filter((call) => !around.has(call))]));
}

/** Another record of the same model call, and which sides of the call it may hold. */
export interface OtherRecord {
  readonly span: Span;
  readonly promptMessages: boolean;
  readonly answerMessages: boolean;
}

/** A wrapper's input is that of its first call, its output that of its last one; the nearest wrapper comes first. */
export function otherRecordsOf(
  wrappers: ReadonlyMap<Span, readonly Span[]>,
  doubles: ReadonlyMap<Span, Span>,
): ReadonlyMap<Span, readonly OtherRecord[]> {
  const found = new Map<Span, OtherRecord[]>();
  const add = (call: Span | undefined, other: OtherRecord) => {
    const known = call && found.get(call);
    if (known !== undefined) known.push(other);
    else if (call !== undefined) found.set(call, [other]);
  };
  for (const [wrapper, calls] of [...wrappers].toReversed()) {
    const [first] = calls;
    const last = calls.at(-1);
    add(first, { span: wrapper, promptMessages: true, answerMessages: first === last });
    if (first !== last) add(last, { span: wrapper, promptMessages: false, answerMessages: true });
  }
  for (const [double, outer] of doubles) add(outer, { span: double, promptMessages: true, answerMessages: true });
  return found;
}

/** The span, completed with the input, answer or token counts that only another record of the call has. */
export function completed(span: Span, others: readonly OtherRecord[] = []): Span {
  if (others.length === 0) return span;
  const holding = (side: 'promptMessages' | 'answerMessages') => {
    if (span[side]().length > 0) return undefined;
    return others.find((other) => other[side] && other.span[side]().length > 0)?.span;
  };
  const [asking, answering] = [holding('promptMessages'), holding('answerMessages')];
  const counting =
    span.tokens === undefined
      ? others.find((other) => other.promptMessages && other.answerMessages && other.span.tokens !== undefined)?.span
      : undefined;
  const alsoAt = [...new Set([answering, counting].filter((one) => one !== undefined))].map(({ place }) => place);
  return {
    ...span,
    promptMessages: (report) => (asking ?? span).promptMessages(report),
    answerMessages: (report) => (answering ?? span).answerMessages(report),
    tokens: span.tokens ?? counting?.tokens,
    model: span.model ?? others[0]?.span.model,
    ...(alsoAt.length > 0 && { alsoAt }),
  };
}

/** Model calls that a second library recorded too, each with the outer record. */
export function doublesIn(models: readonly Span[], report: ImportReport): ReadonlyMap<Span, Span> {
  const doubles = new Map<Span, Span>();
  /** For each answer: the call that ends last, and the one of another name that ends last. */
  const latest = new Map<string, readonly Span[]>();
  for (const span of models) {
    const said = answerText(span);
    const known = latest.get(said) ?? [];
    const outer = said === '' ? undefined : known.find((one) => one.name !== span.name && holds(one, span));
    if (outer === undefined) {
      const [last, ...others] = [...known, span].toSorted(byEnd);
      const other = others.find(({ name }) => name !== last?.name);
      latest.set(
        said,
        [last, other].filter((one) => one !== undefined),
      );
    } else {
      doubles.set(span, outer);
      spanNotes['told-twice'](span.place, report);
    }
  }
  return doubles;
}

/** Whether the provider ran the tool: then the answer has the result, too. */
const hasResultOf = ({ callId }: Span, model: Span): boolean =>
  callId !== undefined && model.answerMessages().some(({ results }) => results.some(({ mark }) => mark.id === callId));

/** A tool within a tool of the same name and with the same input is one use of it, recorded by several libraries. */
export function toolsRecordedTwice(
  spans: readonly Span[],
  ancestors: (span: Span) => readonly Span[],
  report: ImportReport,
): ReadonlySet<Span> {
  const again = new Set<Span>();
  for (const span of spans) {
    if (span.kind !== 'tool') continue;
    const outer = ancestors(span).find(
      (one) => (one.kind === 'tool' && !again.has(one)) || one.kind === 'model' || one.kind === 'agent',
    );
    if (outer?.kind === 'model' && hasResultOf(span, outer)) again.add(span);
    if (outer?.kind !== 'tool' || outer.name !== span.name) continue;
    const [own, given] = [span.input(), outer.input()];
    if (own !== undefined && given !== undefined && toJson(own) !== toJson(given)) continue;
    again.add(span);
    spanNotes['tool-told-twice'](span.place, report);
  }
  return again;
}

/** Whether a call that began earlier lasted until the end of the other one. */
const holds = (outer: Span, { start, end }: Span): boolean =>
  outer.end !== undefined && start !== undefined && end !== undefined && outer.end >= start && outer.end >= end;

/** The latest end first; calls without an end last. */
function byEnd({ end: a }: Span, { end: b }: Span): number {
  if (a === b) return 0;
  return b === undefined || (a !== undefined && a > b) ? -1 : 1;
}

function answerText(span: Span): string {
  const answer = span.answerMessages();
  return answer
    .map(({ parts, calls }) => [textOf(parts), ...calls.map(({ name }) => name)].join(' ').trim())
    .join(' ')
    .trim();
}
