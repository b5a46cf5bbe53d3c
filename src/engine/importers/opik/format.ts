import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { SpanFormat } from '../../importing/spans/format.ts';
import { recordAt, textIn, valueIn } from '../../importing/values/where.ts';
import { opened } from '../../importing/values/written-value.ts';

/**
 * Spans of Opik, as its SDKs and its API list them, and as `opik export` writes them with their trace.
 * https://github.com/comet-ml/opik/blob/main/apps/opik-backend/src/main/java/com/comet/opik/api/Span.java
 * https://www.comet.com/docs/opik/tracing/export_data
 */
export const format: SpanFormat = {
  nothing:
    'None of these Opik spans is of type “llm” or “tool”, so there is nothing to show. Export the traces with all their spans.',
  rewrite: asTool,
  spanId: ['id'],
  parent: ['parent_span_id'],
  name: ['name'],
  kind: {
    field: [kindOf],
    words: { prompt: 'other' },
    // Functions with the decorator are of type `general`, unless the program says otherwise.
    mayBeTool: () => true,
  },
  start: [{ field: ['start_time'], as: 'utc text' }],
  end: [{ field: ['end_time'], as: 'utc text' }],
  input: [argumentsIn, 'input'],
  output: [outputIn, 'output'],
  hasStructuredAnswers: true,
  // A result that is no record is put under this key.
  onlyKey: { output: 'output' },
  model: ['model', 'metadata.model'],
  ended: ['metadata.stop_reason'],
  tokens: [{ usage: [originalUsage, 'usage'] }],
  offered: ['input.tools', 'metadata.tools'],
  error: {
    reason: ['error_info.message', 'error_info.traceback', 'error_info.exception_type', objectionIn],
    hasTraceback: true,
  },
  trace: {
    id: ['id'],
    session: ['thread_id'],
    facts: { tags: ['tags'], feedback_scores: ['feedback_scores'] },
    title: ['name'],
    question: ['input'],
  },
};

/**
 * The integrations of LangChain and of the OpenAI Agents SDK record prompts and guardrails as tools. In JavaScript, that of
 * the AI SDK records tools as model calls, and that of OpenAI model calls as general spans.
 */
function kindOf(span: Value): string | undefined {
  const type = textIn(span, 'type');
  if (type === 'general' && textIn(span, 'provider') !== undefined && textIn(span, 'model') !== undefined) return 'llm';
  if (type !== 'tool') return type;
  if (textIn(span, 'metadata.type') === 'guardrail') return 'guardrail';
  const isPrompt =
    textIn(span, 'name')?.endsWith('PromptTemplate') === true && recordAt(span, 'output.output') !== undefined;
  return isPrompt ? 'prompt' : type;
}

/** The integration of the AI SDK writes no result of a tool that failed: the next request has it. */
function asTool(span: RecordValue): RecordValue {
  if (span['name'] !== 'ai.toolCall') return span;
  const fields = { name: 'input.toolName', input: 'input.args', output: 'output.result' };
  const own = Object.entries(fields).map(([key, where]) => [key, valueIn(span, where) ?? null] as const);
  return { ...span, type: 'tool', ...Object.fromEntries(own) };
}

/** The first two integrations put a tool's arguments, as text, under `input`. */
function argumentsIn(span: Value): Value | undefined {
  const input = recordAt(span, 'input') ?? {};
  const held = typeof input['input'] === 'string' && Object.keys(input).length === 1 ? opened(input['input']) : null;
  return textIn(span, 'type') === 'tool' && isRecord(held) ? held : undefined;
}

/** Results and answers as the integrations for JavaScript write them. */
function outputIn(span: Value): Value | undefined {
  const output = recordAt(span, 'output');
  if (output === undefined) return undefined;
  // LangChain's message of a tool has the tool's name as its role.
  if (textIn(span, 'type') === 'tool' && 'content' in output && output['role'] === textIn(span, 'name'))
    return { ...output, role: 'tool' };
  const { toolCalls, object } = output;
  return toolCalls === undefined ? object : { role: 'assistant', content: null, tool_calls: toolCalls };
}

/**
 * The counts as they came, which Opik keeps beside its own: in those, tokens that Anthropic wrote into its cache are tokens of
 * the answer, and the integration of OpenAI for JavaScript mixes up the two sides of Responses.
 */
function originalUsage(span: Value): Value | undefined {
  const usage = Object.entries(recordAt(span, 'usage') ?? {}).flatMap(([key, count]) =>
    key.startsWith('original_usage.') ? [[key.slice('original_usage.'.length), count] as const] : [],
  );
  const own = Object.fromEntries(usage);
  return 'input_tokens' in own ? own : undefined;
}

function objectionIn(span: Value): string | undefined {
  const hasObjection =
    textIn(span, 'output.guardrail_result') === 'failed' || valueIn(span, 'metadata.triggered') === true;
  return hasObjection ? 'the guardrail was triggered' : undefined;
}
