import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { SpanFormat } from '../../importing/spans/format.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { textIn, valueIn, type Where } from '../../importing/values/where.ts';

/** A span may have an error message without being marked as failed. */
const errorMessage: Where = [['meta', 'error.message'], 'meta.error.message'];

/**
 * Spans of Datadog's LLM Observability, as its SDKs send them and as its API exports them.
 * https://docs.datadoghq.com/llm_observability/instrumentation/api/
 * https://docs.datadoghq.com/llm_observability/evaluations/export_api/
 */
export const format: SpanFormat = {
  nothing: 'These Datadog spans contain no model call and no tool call, so there is nothing to show.',
  rewrite: withUsualMessages,
  spanId: ['span_id'],
  parent: ['parent_id'],
  noParent: ['0', 'undefined'],
  name: ['name'],
  kind: {
    field: [['meta', 'span.kind'], 'meta.kind', 'meta.span.kind', 'span_kind'],
    // https://docs.datadoghq.com/llm_observability/terms/; workflows and tasks are steps of a program.
    words: { retrieval: 'retriever' },
  },
  start: [{ field: ['start_ns'], as: 'nanoseconds' }],
  end: [],
  took: ['duration'],
  input: sideOf('input'),
  output: sideOf('output'),
  model: [modelIn],
  tokens: [{ prompt: ['metrics.input_tokens'], completion: ['metrics.output_tokens'] }],
  offered: ['meta.tool_definitions', 'tool_definitions'],
  error: {
    status: {
      field: [(span) => (textIn(span, errorMessage) === undefined ? valueIn(span, 'status') : 'error')],
      failed: ['error'],
    },
    reason: [...errorMessage, 'status_message'],
  },
  trace: {
    id: ['trace_id'],
    session: ['session_id'],
    user: [tagged('user_id'), tagged('user_handle')],
    facts: { ml_app: ['ml_app'] },
  },
};

/** The SDKs write `custom` where they know no model. */
function modelIn(span: Value): string | undefined {
  const name = textIn(span, ['meta.model_name', 'model_name']);
  return name === 'custom' ? undefined : name;
}

/** Messages, documents or a bare value, under `meta` or in the span itself. */
function sideOf(side: 'input' | 'output'): Where {
  return ['messages', 'documents', 'value'].flatMap((key) => [`meta.${side}.${key}`, `${side}.${key}`]);
}

/** Tags are `key:value`. */
function tagged(key: string) {
  return (span: Value): string | undefined => {
    const tags = elementsOf(valueIn(span, 'tags') ?? null).filter((tag) => typeof tag === 'string');
    return tags.find((tag) => tag.startsWith(`${key}:`))?.slice(key.length + 1);
  };
}

/** Datadog's messages in OpenAI's form: its calls have their id under `tool_id`, its results are lists within messages. */
function withUsualMessages(span: RecordValue): RecordValue {
  const { meta = null } = span;
  const rewritten = isRecord(meta) ? { ...span, meta: withSides(meta) } : span;
  return withSides(rewritten);
}

const withSides = (holder: RecordValue): RecordValue => ({
  ...holder,
  ...withMessages(holder, 'input', 'user'),
  ...withMessages(holder, 'output', 'assistant'),
});

function withMessages(holder: RecordValue, side: 'input' | 'output', role: string): RecordValue {
  const content = holder[side] ?? null;
  const messages = isRecord(content) ? (content['messages'] ?? null) : null;
  if (!isRecord(content) || !isList(messages)) return {};
  return { [side]: { ...content, messages: elementsOf(messages).flatMap((one) => messagesOf(one, role)) } };
}

function messagesOf(message: Value, role: string): readonly Value[] {
  if (!isRecord(message)) return [message];
  const [calls, results] = [elementsOf(message['tool_calls'] ?? null), elementsOf(message['tool_results'] ?? null)];
  const content = message['content'] ?? null;
  const answered = textIn(message, ['tool_call_id', 'tool_id']);
  const own = {
    role: textIn(message, 'role') ?? role,
    content,
    ...(calls.length > 0 && { tool_calls: calls.map(callOf) }),
    // Manual annotations contain the model's own messages.
    ...(answered !== undefined && { tool_call_id: answered }),
  };
  const isOnlyResults = results.length > 0 && calls.length === 0 && (content === null || content === '');
  return [...(isOnlyResults ? [] : [own]), ...results.map(resultOf)];
}

function callOf(call: Value): Value {
  if (!isRecord(call) || typeof call['name'] !== 'string') return call;
  const { name, tool_id: id, arguments: input = null } = call;
  return { ...(typeof id === 'string' && { id }), function: { name, arguments: input } };
}

function resultOf(result: Value): Value {
  if (!isRecord(result)) return result;
  const { name, tool_id: id, result: content = null } = result;
  return {
    role: 'tool',
    content,
    ...(typeof name === 'string' && { name }),
    ...(typeof id === 'string' && { tool_call_id: id }),
  };
}
