import { isRecord, type Value } from '../../model/value.ts';
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
    'These are spans of Opik, and none of them is of type “llm” or “tool”: there is nothing to show. Export the traces with all their spans.',
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
  output: ['output'],
  hasStructuredAnswers: true,
  // A result that is no record is put under this key.
  onlyKey: { output: 'output' },
  model: ['model'],
  ended: ['metadata.stop_reason'],
  tokens: [{ usage: [usageOfAnthropic, 'usage'] }],
  offered: ['input.tools', 'metadata.tools'],
  error: {
    reason: ['error_info.message', 'error_info.traceback', 'error_info.exception_type', interruptIn, objectionIn],
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

/** The integrations of LangChain and of the OpenAI Agents SDK record prompts and guardrails as tools. */
function kindOf(span: Value): string | undefined {
  const type = textIn(span, 'type');
  if (type !== 'tool') return type;
  if (textIn(span, 'metadata.type') === 'guardrail') return 'guardrail';
  const isPrompt =
    textIn(span, 'name')?.endsWith('PromptTemplate') === true && recordAt(span, 'output.output') !== undefined;
  return isPrompt ? 'prompt' : type;
}

/** The same integrations put a tool's arguments, as text, under `input`. */
function argumentsIn(span: Value): Value | undefined {
  const input = recordAt(span, 'input') ?? {};
  const held = typeof input['input'] === 'string' && Object.keys(input).length === 1 ? opened(input['input']) : null;
  return textIn(span, 'type') === 'tool' && isRecord(held) ? held : undefined;
}

/** Opik adds the tokens that Anthropic wrote into its cache to those of the answer. The counts as they came are beside. */
function usageOfAnthropic(span: Value): Value | undefined {
  const usage = Object.entries(recordAt(span, 'usage') ?? {}).flatMap(([key, count]) =>
    key.startsWith('original_usage.') ? [[key.slice('original_usage.'.length), count] as const] : [],
  );
  const own = Object.fromEntries(usage);
  return 'cache_creation_input_tokens' in own ? own : undefined;
}

/** What a person was asked, for which LangGraph stopped: it is no error to Opik. */
function interruptIn(span: Value): string | undefined {
  const asked = textIn(span, 'output.__interrupt__');
  return asked && `GraphInterrupt(${asked})`;
}

function objectionIn(span: Value): string | undefined {
  const hasObjection =
    textIn(span, 'output.guardrail_result') === 'failed' || valueIn(span, 'metadata.triggered') === true;
  return hasObjection ? 'the guardrail was triggered' : undefined;
}
