import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { toJson } from '../../model/json.ts';
import type { Read } from '../importer.ts';
import { createImportReport } from '../import-report.ts';
import { blank, countIn, tokensOf, type AnyMessage } from '../messages/any-message.ts';
import { namesOf, offeredAt } from '../tools/offered-tools.ts';
import { conversationIn } from '../messages/conversation-in.ts';
import { attributesIn, orElse, type Attributes } from '../otel/attributes.ts';
import { isOfModel } from '../otel/log-records.ts';
import { answeredIn, askedIn, type Source } from '../otel/messages.ts';
import { documentsIn, toolInput, toolOutput } from '../otel/tool-values.ts';
import {
  callIdIn,
  endIn,
  kindOf as kindByAttributes,
  modelIn,
  mostComplete,
  nameIn,
  describedIn,
  offeredIn,
  sessionKeys,
  spanKinds,
  tokensIn,
  userKeys,
} from './vocabulary.ts';
import { type RecordedTokens, recordedTokens } from '../transcript/transcript.ts';
import { type Placed, groupedBy } from '../values/elements.ts';
import { entriesAt, fieldIn, idIn, placesOf, textIn, valueIn, type Where } from '../values/where.ts';
import { opened } from '../values/written-value.ts';
import type { Failure, SpanFinder, SpanFormat, WrittenSpan, WrittenTrace } from './format.ts';
import { momentIn, nanosIn, ofNanos } from '../values/moments.ts';
import { noteSilence, spanNotes } from './notes.ts';
import type { Span, SpanKind, Trace } from './spans.ts';
import { traceTitle, tracesToSessions } from './traces-to-sessions.ts';

/** Reads the traces of a described format: a session for each trace. */
export const readSpans =
  (id: string, find: SpanFinder, format: SpanFormat): Read =>
  ({ value }) => {
    const written = 'traces' in find ? find.traces(value) : tracesBy(format, find.spans(value));
    const traces = written.map((trace) => traceOf(format, trace, id));
    return tracesToSessions(traces, { code: `${id}/no-turns`, message: format.nothing });
  };

/** Groups spans by the trace that each names; a trace is described by its outermost span. */
function tracesBy({ trace: { id }, parent }: SpanFormat, spans: readonly Placed[]): readonly WrittenTrace[] {
  const groups = groupedBy(spans, ({ value }) => idIn(value, id) ?? '');
  return [...groups.values()].flatMap((own) => {
    const about = own.find(({ value }) => valueIn(value, parent) === undefined) ?? own[0];
    return about === undefined ? [] : [{ about, spans: own }];
  });
}

export function traceOf(format: SpanFormat, trace: WrittenTrace, importer: string): Trace {
  const read = trace.spans.flatMap((span) => spanOf(format, span) ?? []);
  const own = withTools(read, format.kind.mayBeTool);
  const spans = format.adjust?.(own) ?? own;
  const { id, session = [], user = [], facts = {}, title = [], question = [] } = format.trace;
  const { value, place } = trace.about;
  const asked = fieldIn(value, question, place);
  const everywhere = [value, ...trace.spans.map((span) => span.value)];
  const anywhere = (field: Where, keys: readonly string[]) =>
    [...everywhere.map((one) => idIn(one, field)), ...read.map(({ attributes }) => attributes.text(...keys))].find(
      (text) => text !== undefined,
    );
  return {
    importer,
    title: traceTitle(spans, textIn(value, title)),
    user: anywhere(user, userKeys),
    recording: nonEmpty({
      trace_id: idIn(value, id),
      session_id: anywhere(session, sessionKeys),
      ...Object.fromEntries(Object.entries(facts).map(([name, field]) => [name, valueIn(value, field)])),
    }),
    spans,
    assumed(report) {
      trace.assumed?.(report);
      if (format.silent !== undefined) noteSilence(spans, `${importer}/words-elsewhere`, format.silent, report);
    },
    ...(asked !== undefined && {
      question: (report) => conversationIn(asked.value, 'input', asked.place, report),
    }),
  };
}

const nonEmpty = (facts: { readonly [name: string]: Value | undefined }): RecordValue =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => (value === undefined || isEmpty(value) ? [] : [[name, value]])),
  );

const isEmpty = (value: Value): boolean =>
  value === '' || (isList(value) ? value.length === 0 : isRecord(value) && Object.keys(value).length === 0);

/** Undefined for an entry that is no span. */
export function spanOf(format: SpanFormat, one: WrittenSpan): Span | undefined {
  const { value, place, parent: around, logged = [] } = one;
  if (!isRecord(value)) return undefined;
  const written = format.rewrite?.(value) ?? value;
  const id = idIn(written, format.spanId) ?? JSON.stringify(place);
  const ownAttributes = attributesIn(written, format.attributes ?? [], place);
  const attributes = orElse(
    ownAttributes,
    logged.map((event) => event.attributes),
  );
  const source = { attributes, events: entriesAt({ value: written, place }, format.events ?? []), place, logged };
  const ownKind = kindOf(format, written, ownAttributes);
  const kind = ownKind === 'other' && logged.some(isOfModel) ? 'model' : ownKind;
  const name = textIn(written, format.name);
  const named = idIn(written, format.parent);
  const { start, end } = timesOf(format, written, place);
  const input = fieldIn(written, format.input, place);
  const output = fieldIn(written, format.output, place);
  const isUse = kind === 'tool' || kind === 'retriever' || kind === 'guardrail';
  // If a tracing service did not know an attribute, it writes nothing, an empty text or an empty record.
  const orAttribute = (own: Value | undefined, read: (from: Source) => Value | undefined): Value | undefined =>
    isUse && (own === undefined || own === '' || (isRecord(own) && isEmpty(own))) ? (read(source) ?? own) : own;
  const resultIn = (from: Source) => (kind === 'retriever' ? documentsIn(attributes) : undefined) ?? toolOutput(from);
  return {
    id,
    parent: named === undefined || format.noParent?.includes(named) === true ? around : named,
    name: nameIn(attributes, kind, name) ?? name ?? kind,
    kind,
    place,
    startedAt: start?.text,
    endedAt: end?.text ?? one.endedAt,
    start: start?.nanos,
    end: end?.nanos,
    error: typeof format.error === 'function' ? format.error(written, source) : errorIn(format.error, written),
    // Spans around model calls may repeat the model, and hold sums of the counts.
    model: (kind === 'model' ? textIn(written, format.model ?? []) : undefined) ?? modelIn(attributes),
    tokens: (kind === 'model' ? tokensOfSpan(format, written) : undefined) ?? tokensIn(attributes),
    callId: kind === 'tool' ? (textIn(written, format.callId ?? []) ?? callIdIn(attributes)) : undefined,
    promptMessages(report = createImportReport()) {
      const own = conversationIn(input?.value, 'input', input?.place ?? place, report);
      return own.length > 0 ? own : askedIn(source, report);
    },
    answerMessages(report = createImportReport()) {
      const own = conversationIn(output?.value, 'output', output?.place ?? place, report);
      const found = own.length > 0 ? own : answeredIn(source, report);
      return found.length > 0 || format.hasStructuredAnswers !== true || kind !== 'model'
        ? found
        : structuredAnswer(output);
    },
    ended: () => textIn(written, format.ended ?? []) ?? endIn(attributes),
    input: () => orAttribute(wholeOf(input, format, 'input'), toolInput),
    output: () => orAttribute(valueIn(written, format.result ?? []) ?? wholeOf(output, format, 'output'), resultIn),
    offered: () => [...offeredAt({ value: written, place }, format.offered ?? []), ...offeredIn(attributes, place)],
    described: () =>
      kind === 'tool' ? describedIn(attributes, nameIn(attributes, kind, name) ?? name ?? kind, place) : [],
    assumed(report) {
      const began = momentIn(written, format.start, place, report);
      momentIn(written, format.end, place, report);
      const isInNanos = format.start.length > 0 && format.start.every(({ as }) => as === 'nanoseconds');
      if (began === undefined && isInNanos) spanNotes['import/time'](place, report);
    },
    written,
    attributes,
  };
}

function structuredAnswer(output: Placed | undefined): readonly AnyMessage[] {
  const value = opened(output?.value ?? null);
  if (output === undefined || !isRecord(value) || isEmpty(value)) return [];
  const text = typeof output.value === 'string' ? output.value : toJson(value);
  return [{ ...blank('assistant', output.place), parts: [{ mimeType: 'text/plain', text }] }];
}

function kindOf(
  { kind, name, attributes: described }: SpanFormat,
  written: RecordValue,
  attributes: Attributes,
): SpanKind {
  const word = textIn(written, kind.field)?.toLowerCase();
  const { words = {} } = kind;
  const known = word === undefined ? undefined : Object.hasOwn(words, word) ? words[word] : spanKinds.get(word);
  if (known !== undefined) return known;
  if (kind.otherwise !== undefined) return kind.otherwise(written);
  return described === undefined ? 'other' : kindByAttributes(attributes, word, textIn(written, name) ?? '');
}

/** A step with the name of a function that a model requested, or was offered, is a use of it. */
function withTools(read: readonly Span[], mayBeTool: SpanFormat['kind']['mayBeTool']): readonly Span[] {
  if (mayBeTool === undefined) return read;
  const functions = new Set(read.flatMap((span) => (span.kind === 'model' ? functionsIn(span) : [])));
  return read.map((span) =>
    span.kind === 'other' && functions.has(span.name) && mayBeTool(span.written) ? { ...span, kind: 'tool' } : span,
  );
}

const functionsIn = (span: Span): readonly string[] => [
  ...namesOf(span.offered()),
  ...span.answerMessages().flatMap(({ calls }) => calls.map(({ name }) => name)),
];

function timesOf({ start: starts, end: ends, took = [] }: SpanFormat, written: RecordValue, place: Path) {
  const [began, ended] = [starts, ends].map((moments) => momentIn(written, moments, place, createImportReport()));
  const length = nanosIn(valueIn(written, took));
  const start =
    began ?? (ended?.nanos === undefined || length === undefined ? undefined : ofNanos(ended.nanos - length));
  const end = ended ?? (began?.nanos === undefined || length === undefined ? undefined : ofNanos(began.nanos + length));
  // Exporters write the end time 0 for a span that has not ended.
  const isOver = end?.nanos === undefined || start?.nanos === undefined || end.nanos >= start.nanos;
  return { start, end: isOver ? end : undefined };
}

/** Arguments or a result: out of JSON text, and out of the record that only wraps it. */
function wholeOf(found: Placed | undefined, { onlyKey }: SpanFormat, side: 'input' | 'output'): Value | undefined {
  if (found === undefined) return undefined;
  const value = opened(found.value);
  const key = onlyKey?.[side];
  if (key === undefined || !isRecord(value) || Object.keys(value).length !== 1 || !Object.hasOwn(value, key))
    return value;
  const held = opened(value[key] ?? null);
  return onlyKey?.ofRecordsOnly === true && !isRecord(held) ? value : held;
}

function tokensOfSpan({ tokens = [] }: SpanFormat, written: RecordValue): RecordedTokens | undefined {
  const count = (field: Where) => countIn(valueIn(written, field));
  const counts = tokens.flatMap((fields) => {
    if ('prompt' in fields) {
      const cached = fields.cached === undefined ? undefined : count(fields.cached);
      return [recordedTokens(count(fields.prompt), count(fields.completion), cached)];
    }
    return placesOf(fields.usage).map((one) => tokensOf(opened(valueIn(written, [one]) ?? null)));
  });
  return mostComplete(counts);
}

function errorIn({ status, reason, hasTraceback }: Failure, written: RecordValue): string | undefined {
  if (status !== undefined && !status.failed.includes(textIn(written, status.field) ?? '')) return undefined;
  const held = placesOf(reason)
    .map((one) => valueIn(written, [one]))
    .find((one) => one !== undefined && one !== '');
  if (held === undefined) return status === undefined ? undefined : 'its status is an error';
  const words = isRecord(held) ? (held['message'] ?? held['error']) : held;
  if (typeof words !== 'string' || words.trim() === '') return 'it failed, and the reason is not recorded';
  return hasTraceback === true ? withoutTraceback(words.trim()) : words.trim();
}

/** `repr(error)` and then the traceback, or a traceback alone, which ends with the error. */
function withoutTraceback(reason: string): string {
  const before = reason.split('Traceback (most recent call last)', 1)[0]?.trim() ?? '';
  return before === '' ? (reason.trim().split('\n').at(-1) ?? reason) : before;
}
