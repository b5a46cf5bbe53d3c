import { isList, isRecord, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import type { SpanFormat } from '../../importing/spans/format.ts';
import type { SpanKind } from '../../importing/spans/spans.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { textIn, valueIn } from '../../importing/values/where.ts';
import { opened } from '../../importing/values/written-value.ts';

/** Spans of a transaction have `data`, streamed spans have attributes. */
const at = (key: string): readonly Path[] => ['data', 'attributes'].map((holder) => [holder, `gen_ai.${key}`]);

/**
 * Spans of Sentry's AI agent monitoring: OpenTelemetry's attributes in `data`, and others that Sentry had before them.
 * https://docs.sentry.io/platforms/python/tracing/instrumentation/custom-instrumentation/ai-agents-module/
 * https://develop.sentry.dev/sdk/data-model/event-payloads/transaction/
 */
export const format: SpanFormat = {
  nothing: 'No span in these Sentry transactions is a model call or a tool call, so there is nothing to show.',
  silent:
    'No span contains prompts or answers: the SDK leaves messages out unless it is set up with `send_default_pii` (Python), or with `recordInputs` and `recordOutputs` (JavaScript).',
  attributes: ['data', 'attributes'],
  spanId: ['span_id'],
  parent: ['parent_span_id'],
  name: ['description', 'op'],
  kind: {
    field: ['op'],
    words: {
      'gen_ai.invoke_agent': 'agent',
      'gen_ai.execute_tool': 'tool',
      'gen_ai.embeddings': 'embedding',
      'gen_ai.rerank': 'embedding',
      'gen_ai.decide': 'other',
      'gen_ai.create_agent': 'other',
      'gen_ai.handoff': 'other',
      'gen_ai.pipeline': 'other',
    },
    otherwise: ({ op }) => (typeof op === 'string' ? kindOf(op) : 'other'),
  },
  start: [
    { field: ['start_timestamp'], as: 'seconds' },
    { field: ['start_timestamp'], as: 'utc text' },
  ],
  end: [
    { field: ['timestamp'], as: 'seconds' },
    { field: ['timestamp'], as: 'utc text' },
  ],
  input: [
    itemsIn,
    ...at('input.messages'),
    ...at('request.messages'),
    ...at('tool.call.arguments'),
    ...at('tool.input'),
    ['data', 'ai.input_messages'],
  ],
  output: [
    ...at('output.messages'),
    responseIn,
    resultIn,
    ...at('tool.call.result'),
    ...at('tool.output'),
    ['data', 'ai.responses'],
  ],
  model: [['data', 'ai.model_id']],
  tokens: [
    { prompt: 'measurements.ai_prompt_tokens_used.value', completion: 'measurements.ai_completion_tokens_used.value' },
    { prompt: [['data', 'ai.prompt_tokens.used']], completion: [['data', 'ai.completion_tokens.used']] },
  ],
  offered: [...at('request.available_tools')],
  error: {
    status: {
      field: [(span) => (isFailed(textIn(span, 'status')) ? 'failed' : undefined)],
      failed: ['failed'],
    },
    reason: [['data', 'error.message'], ['data', 'error.type'], ['attributes', 'sentry.status.message'], 'status'],
  },
  trace: {
    id: ['trace_id'],
    session: [...at('conversation.id')],
    user: ['user.id', 'user.email', 'user.username'],
  },
};

/**
 * Operations that no list above has. SDKs before agent monitoring, and the integration of Cohere, name them after the library:
 * `ai.chat_completions.create.openai`, `ai.run.langchain`.
 */
function kindOf(op: string): SpanKind {
  if (op.startsWith('ai.tool')) return 'tool';
  if (op.startsWith('ai.embeddings')) return 'embedding';
  return /^(?:gen_ai|ai\.(?:chat_completions|messages|run))\./.test(op) ? 'model' : 'other';
}

/** A span's status is one of gRPC's, or `error`. */
const isFailed = (status: string | undefined): boolean => status !== undefined && status !== 'ok' && status !== 'unset';

/** A conversation in which messages have items of the Responses API as their parts: the items alone are what OpenAI received. */
function itemsIn(span: Value): Value | undefined {
  const messages = elementsOf(opened(valueIn(span, [...at('input.messages'), ...at('request.messages')]) ?? null));
  const isItem = (part: Value) => textIn(part, 'type')?.startsWith('function_call') === true;
  const items = messages.map((message) => elementsOf(valueIn(message, 'content') ?? null).filter(isItem));
  if (items.every((own) => own.length === 0)) return undefined;
  return messages.flatMap((message, index) => (items[index]?.length ? items[index] : [message]));
}

/** The AI SDK's own record of a result, which repeats the call. */
function resultIn(span: Value): Value | undefined {
  const result = opened(valueIn(span, at('tool.call.result')) ?? null);
  return textIn(result, 'type') === 'tool-result' ? valueIn(result, 'output') : undefined;
}

/** Texts and calls of an answer are two attributes: a text or a list of texts, and a list of calls in several spellings. */
function responseIn(span: Value): Value | undefined {
  const written = valueIn(span, [...at('response.text')]);
  const calls = elementsOf(opened(valueIn(span, [...at('response.tool_calls')]) ?? null)).map(callOf);
  const texts = opened(written ?? null);
  const content = isList(texts) ? [...texts].filter((text) => typeof text === 'string').join('\n') : (written ?? null);
  if (written === undefined && calls.length === 0) return undefined;
  return { role: 'assistant', content, ...(calls.length > 0 && { tool_calls: calls }) };
}

function callOf(call: Value): Value {
  if (!isRecord(call) || isRecord(call['function'] ?? null)) return call;
  const id = textIn(call, ['call_id', 'id', 'toolCallId']);
  const name = textIn(call, ['name', 'toolName']) ?? '';
  return {
    ...(id !== undefined && { id }),
    function: { name, arguments: valueIn(call, ['arguments', 'input', 'args']) ?? null },
  };
}
