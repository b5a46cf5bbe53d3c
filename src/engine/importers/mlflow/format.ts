import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import type { SpanFormat } from '../../importing/spans/format.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { recordAt, textIn, valueIn } from '../../importing/values/where.ts';
import { opened } from '../../importing/values/written-value.ts';
import { json } from '../../readers/json/index.ts';

const at = (key: string): readonly Path[] => [['attributes', `mlflow.${key}`]];

/**
 * Traces of MLflow as JSON (`Trace.to_json()`, or downloaded from its web page), of versions 2 and 3.
 * https://mlflow.org/docs/latest/genai/concepts/trace/, https://mlflow.org/docs/latest/genai/concepts/span/
 */
export const format: SpanFormat = {
  nothing: 'This MLflow trace contains no model call and no tool call, so there is nothing to show.',
  rewrite: withReadAttributes,
  spanId: ['span_id', 'context.span_id'],
  parent: ['parent_span_id', 'parent_id'],
  name: ['name'],
  kind: {
    field: [guardrail, ...at('spanType')],
    // https://mlflow.org/docs/latest/genai/concepts/span/#span-types
    words: { chat_model: 'model' },
  },
  start: [{ field: ['start_time_unix_nano', 'start_time'], as: 'nanoseconds' }],
  end: [{ field: ['end_time_unix_nano', 'end_time'], as: 'nanoseconds' }],
  input: at('spanInputs'),
  output: at('spanOutputs'),
  result: ['result'],
  model: [...at('llm.model'), ['attributes', 'mlflow.spanInputs', 'model'], ['attributes', 'model']],
  tokens: [
    { usage: [usageOfAnthropic, ...at('chat.tokenUsage')] },
    // Before MLflow counted tokens itself, only the provider's answer has the counts.
    {
      usage: [
        ['attributes', 'mlflow.spanOutputs', 'usage'],
        ['attributes', 'mlflow.spanOutputs', 'llm_output', 'token_usage'],
        // A response of the OpenAI Agents SDK: its fields are attributes.
        ['attributes', 'usage'],
      ],
    },
  ],
  offered: [...at('chat.tools'), ['attributes', 'mlflow.spanInputs', 'tools']],
  error: {
    status: { field: ['status.code', 'status_code'], failed: ['ERROR', 'STATUS_CODE_ERROR', 'StatusCode.ERROR'] },
    reason: ['status.message', 'status_message', exceptionIn],
  },
  trace: {
    id: ['trace_id', 'request_id'],
    user: ['trace_metadata', 'request_metadata'].map((key) => [key, 'mlflow.trace.user']),
    facts: { state: ['state', 'status'], assessments: ['assessments'] },
  },
};

/** Each attribute is JSON text: `"mlflow.spanType": "\"LLM\""`. A result that is a text is not changed. */
function withReadAttributes(span: RecordValue): RecordValue {
  const { attributes = null } = span;
  if (!isRecord(attributes)) return span;
  const read = Object.entries(attributes).map(([key, value]) => [key, readAttribute(value ?? null)] as const);
  return { ...span, attributes: Object.fromEntries(read), result: onceRead(attributes['mlflow.spanOutputs'] ?? null) };
}

/** Numbers, booleans and null are read once. All other text may be JSON within JSON. */
const isPlain = /^(?:true|false|null|-?\d[\d.eE+-]*)$/;

const readAttribute = (value: Value): Value =>
  typeof value === 'string' && isPlain.test(value) ? onceRead(value) : opened(value);

function onceRead(value: Value): Value {
  const read = typeof value === 'string' ? json.read(value) : undefined;
  if (read?.ok !== true || read.value.notes.some(({ severity }) => severity !== 'info')) return opened(value);
  return read.value.value;
}

function exceptionIn(span: Value): Value | undefined {
  const exceptions = elementsOf(valueIn(span, 'events') ?? null).filter(
    (event) => isRecord(event) && event['name'] === 'exception',
  );
  const messages = exceptions.map((event) => valueIn(event, [['attributes', 'exception.message']]));
  return messages.find((message) => message !== undefined && message !== '');
}

/** The integration of the OpenAI Agents SDK records guardrails as tools. */
function guardrail(span: Value): string | undefined {
  const [output, ...others] = Object.entries(recordAt(span, at('spanOutputs')) ?? {});
  const isGuardrail =
    output?.[0] === 'triggered' && others.length === 0 && valueIn(span, at('spanInputs')) === undefined;
  return isGuardrail ? 'guardrail' : undefined;
}

/** MLflow's total leaves out the cache, which Anthropic counts apart from the input: the total would say that it is within. */
function usageOfAnthropic(span: Value): Value | undefined {
  const usage = recordAt(span, at('chat.tokenUsage'));
  const isOfAnthropic = textIn(span, at('message.format')) === 'anthropic';
  return isOfAnthropic && usage !== undefined ? { ...usage, total_tokens: null } : undefined;
}
