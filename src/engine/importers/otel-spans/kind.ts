import type { SpanKind } from '../../importing/spans/spans.ts';
import type { Attributes } from '../../importing/otel/attributes.ts';

/**
 * What a span was for, by the first attribute that says it:
 *
 * | attribute | model | tool | agent | others |
 * | --- | --- | --- | --- | --- |
 * | `openinference.span.kind`, `langsmith.span.kind` | LLM | TOOL | AGENT | RETRIEVER, GUARDRAIL, EMBEDDING |
 * | `ai.operationId` | `….doGenerate`, `….doStream`, and what is around them | `ai.toolCall` | | `ai.embed…` |
 * | `gen_ai.operation.name` | `chat`, `chat.completions`, `generate_content`, `text_completion` | `execute_tool` | `invoke_agent` | `retrieval`, `embeddings` |
 * | `traceloop.span.kind` | | `tool` | `agent` | |
 * | `llm.request.type` | any other | | | `embedding`, `rerank` |
 * | `gen_ai.tool.name`, `gcp.vertex.agent.tool_call_args` | | there | | |
 * | `all_messages_events`, `pydantic_ai.all_messages`; ADK's name `agent_run […]` | | | there | |
 * | `gcp.vertex.agent.llm_request`, `gen_ai.request.model` | there | | | |
 */
export function kindOf(attributes: Attributes, phoenixKind: string | undefined, name: string): SpanKind {
  const said = attributes.text('openinference.span.kind', 'langsmith.span.kind') ?? phoenixKind;
  const named = said === undefined ? undefined : openInference.get(said.toLowerCase());
  if (named !== undefined) return named;
  const operation = attributes.text('ai.operationId');
  if (operation !== undefined) return ofAiSdk(operation);
  const genAi = attributes.text('gen_ai.operation.name');
  const meant = genAi === undefined ? undefined : ofGenAi(genAi);
  if (meant !== undefined) return meant;
  const traceloop = attributes.text('traceloop.span.kind');
  if (traceloop === 'tool' || traceloop === 'agent') return traceloop;
  if (traceloop !== undefined || said !== undefined) return 'other';
  return ofWhatIsThere(attributes, name);
}

function ofWhatIsThere(attributes: Attributes, name: string): SpanKind {
  const has = (...keys: readonly string[]) => keys.some((key) => attributes.get(key) !== undefined);
  const request = attributes.text('llm.request.type');
  if (request === 'embedding' || request === 'rerank') return 'embedding';
  if (has('gen_ai.tool.name', 'gcp.vertex.agent.tool_call_args')) return 'tool';
  if (has('all_messages_events', 'pydantic_ai.all_messages') || /^agent_run \[.+\]$/.test(name)) return 'agent';
  return request !== undefined || has('gcp.vertex.agent.llm_request', 'gen_ai.request.model') ? 'model' : 'other';
}

const openInference: ReadonlyMap<string, SpanKind> = new Map([
  ['llm', 'model'],
  ['tool', 'tool'],
  ['agent', 'agent'],
  ['retriever', 'retriever'],
  ['guardrail', 'guardrail'],
  ['embedding', 'embedding'],
]);

const genAiKinds: { readonly [operation: string]: SpanKind | undefined } = {
  execute_tool: 'tool',
  invoke_agent: 'agent',
  retrieval: 'retriever',
  create_agent: 'other',
  invoke_workflow: 'other',
};

/** Semantic Kernel writes `chat.completions`, others `chat_completion`. Undefined where it is no convention's. */
function ofGenAi(operation: string): SpanKind | undefined {
  if (/^(?:chat|text|generate_content)(?:$|[._])/.test(operation)) return 'model';
  if (operation.startsWith('embed')) return 'embedding';
  return Object.hasOwn(genAiKinds, operation) ? genAiKinds[operation] : undefined;
}

function ofAiSdk(operation: string): SpanKind {
  if (operation === 'ai.toolCall') return 'tool';
  if (operation.startsWith('ai.embed')) return 'embedding';
  return /^ai\.(?:generate|stream)/.test(operation) ? 'model' : 'other';
}
