import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { tokensOf } from '../../importing/messages/any-message.ts';
import { conversationIn } from '../../importing/messages/conversation-in.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { instantOfNanos } from '../../importing/values/instants.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import type { Span as TraceSpan, SpanKind } from '../../importing/spans/spans.ts';
import type { RecordedTokens } from '../../importing/transcript/transcript.ts';
import { json } from '../../readers/json/index.ts';
import { opened } from '../../importing/values/written-value.ts';
import { ExceptionEvent, Span } from './format.ts';

/** Undefined for what is no span. */
export function spanOf(value: Value, place: Path): TraceSpan | undefined {
  const parsed = v.safeParse(Span, value);
  if (!parsed.success) return undefined;
  const span = parsed.output;
  const id = span.span_id ?? span.context?.span_id;
  if (id === undefined) return undefined;
  const start = nanosIn(span.start_time_unix_nano ?? span.start_time);
  const end = nanosIn(span.end_time_unix_nano ?? span.end_time);
  const at = (key: string) => attribute(span, key);
  const where = [...place, 'attributes'];
  const kind = kindOf(at('mlflow.spanType'));
  const input = at('mlflow.spanInputs');
  const output = at('mlflow.spanOutputs');
  const model = isRecord(input ?? null) ? inner(input, 'model') : undefined;
  return {
    id,
    parent: span.parent_span_id ?? span.parent_id,
    name: span.name,
    kind,
    place,
    startedAt: start === undefined ? undefined : instantOfNanos(start),
    endedAt: end === undefined ? undefined : instantOfNanos(end),
    start,
    end,
    error: errorIn(span),
    model: kind === 'model' && typeof model === 'string' ? model : undefined,
    tokens: kind === 'model' ? tokensIn(at('mlflow.chat.tokenUsage'), output) : undefined,
    callId: undefined,
    asked: (report) => conversationIn(input, 'input', [...where, 'mlflow.spanInputs'], report),
    answered: (report) => conversationIn(output, 'output', [...where, 'mlflow.spanOutputs'], report),
    input: () => input,
    output: () => resultIn(span),
    offered: () => offeredIn(at('mlflow.chat.tools') ?? inner(input, 'tools') ?? null),
    assumed(report) {
      if (start === undefined) noteTime(place, report);
    },
  };
}

const noteTime = (place: Path, report: ImportReport): void =>
  report.note(
    'lost',
    'import/time',
    place,
    (n) => `${counted(n, 'span')} without a beginning that is a whole number of nanoseconds: its time is unknown.`,
  );

const inner = (value: Value | undefined, key: string): Value | undefined =>
  value !== undefined && isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;

function attribute({ attributes }: Span, key: string): Value | undefined {
  const written = Object.hasOwn(attributes, key) ? attributes[key] : undefined;
  // All is JSON as text, null as well.
  if (written === undefined || written === null || written === 'null') return undefined;
  const plain = typeof written === 'string' && isPlain.test(written) ? json.read(written) : undefined;
  return plain?.ok === true ? plain.value.value : opened(written);
}

/** What a tool returned: the attribute is JSON as text, and a text in it is the result as it was recorded. */
function resultIn(span: Span): Value | undefined {
  const key = 'mlflow.spanOutputs';
  const written = Object.hasOwn(span.attributes, key) ? span.attributes[key] : undefined;
  const once = typeof written === 'string' ? json.read(written) : undefined;
  if (once?.ok !== true || once.value.notes.some(({ severity }) => severity !== 'info')) return attribute(span, key);
  return once.value.value ?? undefined;
}

/** A number or a truth. Anything else may be JSON within JSON. */
const isPlain = /^(?:true|false|-?\d[\d.eE+-]*)$/;

/** Before MLflow counted by itself, only what the provider answered says it. */
const tokensIn = (counted: Value | undefined, output: Value | undefined): RecordedTokens | undefined =>
  tokensOf(counted) ?? tokensOf(inner(output, 'usage')) ?? tokensOf(inner(inner(output, 'llm_output'), 'token_usage'));

/** https://mlflow.org/docs/latest/genai/concepts/span/#span-types; any other is a step of the framework. */
const kinds: { readonly [type: string]: SpanKind | undefined } = {
  LLM: 'model',
  CHAT_MODEL: 'model',
  AGENT: 'agent',
  TOOL: 'tool',
  RETRIEVER: 'retriever',
  EMBEDDING: 'embedding',
  GUARDRAIL: 'guardrail',
};

const kindOf = (type: Value | undefined): SpanKind =>
  typeof type === 'string' && Object.hasOwn(kinds, type) ? (kinds[type] ?? 'other') : 'other';

function nanosIn(value: Value | undefined): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  return typeof value === 'string' && /^\d{1,25}$/.test(value) ? BigInt(value) : undefined;
}

/** `ERROR`, `STATUS_CODE_ERROR`; the words stand with the status, or with the exception. */
function errorIn({ status, status_code, status_message, events = [] }: Span): string | undefined {
  const code = status?.code ?? status_code ?? '';
  if (!code.endsWith('ERROR')) return undefined;
  const message = status?.message ?? status_message ?? '';
  if (message !== '') return message;
  for (const value of events) {
    const event = v.safeParse(ExceptionEvent, value);
    const words = event.success ? event.output.attributes['exception.message'] : undefined;
    if (typeof words === 'string' && words !== '') return words;
  }
  return 'its status is an error';
}

const offeredIn = (tools: Value): readonly string[] =>
  elementsOf(tools).flatMap((tool) => {
    const name = inner(inner(tool, 'function'), 'name') ?? inner(tool, 'name');
    return typeof name === 'string' ? [name] : [];
  });
