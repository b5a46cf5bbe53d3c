import type { SpanKind } from '../../importing/spans/spans.ts';
import type { Attributes } from './attributes.ts';

/**
 * What a span was for, by the first attribute that says it:
 *
 * | attribute | model | tool | agent | others |
 * | --- | --- | --- | --- | --- |
 * | `openinference.span.kind`, `langsmith.span.kind` | LLM | TOOL | AGENT | RETRIEVER, GUARDRAIL, EMBEDDING |
 * | `ai.operationId` | `….doGenerate`, `….doStream`, and what is around them | `ai.toolCall` | | `ai.embed…` |
 * | `gen_ai.operation.name` | `chat`, `generate_content`, `text_completion` | `execute_tool` | `invoke_agent` | `embeddings` |
 * | `traceloop.span.kind` | | `tool` | `agent` | |
 * | `llm.request.type`, `gcp.vertex.agent.llm_request`, `gen_ai.request.model` | there | | | |
 */
export function kindOf(attributes: Attributes, phoenixKind: string | undefined): SpanKind {
  const said = attributes.text('openinference.span.kind', 'langsmith.span.kind') ?? phoenixKind;
  const named = said === undefined ? undefined : openInference[said.toLowerCase()];
  if (named !== undefined) return named;
  const operation = attributes.text('ai.operationId');
  if (operation !== undefined) return ofAiSdk(operation);
  const genAi = attributes.text('gen_ai.operation.name');
  const meant = genAi === undefined ? undefined : ofGenAi[genAi];
  if (meant !== undefined) return meant;
  const traceloop = attributes.text('traceloop.span.kind');
  if (traceloop === 'tool' || traceloop === 'agent') return traceloop;
  if (traceloop !== undefined || said !== undefined || genAi !== undefined) return 'other';
  const isModel = ['llm.request.type', 'gcp.vertex.agent.llm_request', 'gen_ai.request.model'].some(
    (key) => attributes.get(key) !== undefined,
  );
  return isModel ? 'model' : 'other';
}

const openInference: { readonly [kind: string]: SpanKind | undefined } = {
  llm: 'model',
  tool: 'tool',
  agent: 'agent',
  retriever: 'retriever',
  guardrail: 'guardrail',
  embedding: 'embedding',
};

const ofGenAi: { readonly [operation: string]: SpanKind | undefined } = {
  chat: 'model',
  generate_content: 'model',
  text_completion: 'model',
  execute_tool: 'tool',
  invoke_agent: 'agent',
  embeddings: 'embedding',
};

function ofAiSdk(operation: string): SpanKind {
  if (operation === 'ai.toolCall') return 'tool';
  if (operation.startsWith('ai.embed')) return 'embedding';
  return /^ai\.(?:generate|stream)/.test(operation) ? 'model' : 'other';
}
