import { isList } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { countIn } from '../messages/any-message.ts';
import { offeredTools, type OfferedTool } from '../tools/offered-tools.ts';
import type { SpanKind } from './spans.ts';
import { type RecordedTokens, recordedTokens } from '../transcript/transcript.ts';
import { valueIn } from '../values/where.ts';
import { opened } from '../values/written-value.ts';
import type { Attributes } from '../otel/attributes.ts';

/**
 * The kind of a span, by the first of these attributes that it has:
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
  const named = said === undefined ? undefined : spanKinds.get(said.toLowerCase());
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

/** What most products call the kinds of spans; words are compared in lower case. */
export const spanKinds: ReadonlyMap<string, SpanKind> = new Map([
  ['llm', 'model'],
  ['generation', 'model'],
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

/** Semantic Kernel writes `chat.completions`, others `chat_completion`. Undefined for a word of no convention. */
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

const nameKeys: { readonly [K in SpanKind]?: readonly string[] } = {
  tool: ['gen_ai.tool.name', 'ai.toolCall.name', 'tool.name', 'traceloop.entity.name'],
  agent: ['gen_ai.agent.name', 'agent.name', 'agent_name', 'traceloop.entity.name'],
};

/** The name of a tool or an agent. Sentry and earlier versions of ADK may write it only into the span's name. */
export const nameIn = (attributes: Attributes, kind: SpanKind, spanName: string | undefined): string | undefined =>
  attributes.text(...(nameKeys[kind] ?? [])) ??
  (kind === 'tool' ? /^execute_tool (.+)$/.exec(spanName ?? '')?.[1] : undefined) ??
  (kind === 'agent' ? /^(?:invoke_agent |agent_run \[)(.+?)\]?$/.exec(spanName ?? '')?.[1] : undefined);

export const userKeys = ['user.id', 'enduser.id'];
export const sessionKeys = ['session.id', 'gen_ai.conversation.id'];

const modelKeys = [
  'gen_ai.response.model',
  'ai.response.model',
  'llm.model_name',
  'gen_ai.request.model',
  'ai.model.id',
];

/** The model that answered, or else the one that was asked. */
export const modelIn = (attributes: Attributes): string | undefined => attributes.text(...modelKeys);

/** Of a tool: the call's id. */
export const callIdIn = (attributes: Attributes): string | undefined =>
  attributes.text('gen_ai.tool.call.id', 'ai.toolCall.id', 'tool_call.id', 'gcp.vertex.agent.tool_call_id');

/** Why the model stopped. There is one reason for each choice, in a list or as JSON text; the first counts. */
export function endIn(attributes: Attributes): string | undefined {
  const written = endKeys.map((key) => attributes.get(key)).find((value) => value !== undefined && value !== null);
  const reasons = opened(written ?? null);
  const [reason] = isList(reasons) ? [...reasons] : [reasons];
  return typeof reason === 'string' ? reason : undefined;
}

const endKeys = [
  'gen_ai.response.finish_reasons',
  'gen_ai.response.finish_reason',
  'ai.response.finishReason',
  'llm.finish_reason',
  'llm.response.finish_reason',
  'llm.response.stop_reason',
];

const tokenKeys = [
  ['llm.token_count.prompt', 'llm.token_count.completion', 'llm.token_count.prompt_details.cache_read'],
  ['gen_ai.usage.input_tokens', 'gen_ai.usage.output_tokens', 'gen_ai.usage.cache_read.input_tokens'],
  ['gen_ai.usage.prompt_tokens', 'gen_ai.usage.completion_tokens', 'gen_ai.usage.cache_read_input_tokens'],
  ['ai.usage.inputTokens', 'ai.usage.outputTokens', 'ai.usage.cachedInputTokens'],
  ['ai.usage.promptTokens', 'ai.usage.completionTokens', 'ai.usage.cachedPromptTokens'],
] as const;

export const tokensIn = (attributes: Attributes): RecordedTokens | undefined =>
  mostComplete(
    tokenKeys.map(([input, output, cached]) =>
      recordedTokens(countIn(attributes.get(input)), countIn(attributes.get(output)), countIn(attributes.get(cached))),
    ),
  );

/** The first counts that have both sides, or else the first that have one. */
export function mostComplete(all: readonly (RecordedTokens | undefined)[]): RecordedTokens | undefined {
  const counts = all.filter((one) => one !== undefined);
  return counts.find(({ prompt, completion }) => prompt !== undefined && completion !== undefined) ?? counts[0];
}

/** The functions that a model call was offered; their place is that of the span. */
export const offeredIn = (attributes: Attributes, place: Path): readonly OfferedTool[] =>
  [
    attributes.list('llm.tools').map(({ value }) => valueIn(value, 'tool.json_schema') ?? null),
    attributes.get('gen_ai.tool.definitions') ?? null,
    attributes.get('ai.prompt.tools') ?? null,
    attributes.list('llm.request.functions').map(({ value }) => value),
  ].flatMap((value) => offeredTools({ value, place, isInText: true }));

/** What the use of a tool says of the tool itself. */
export function describedIn(attributes: Attributes, name: string, place: Path): readonly OfferedTool[] {
  const description = attributes.text('gen_ai.tool.description', 'tool.description');
  const schema = attributes.get('tool.json_schema');
  const [defined] = schema === undefined ? [] : offeredTools({ value: { [name]: schema }, place, isInText: true });
  if (description === undefined && defined === undefined) return [];
  const definition = { ...defined?.definition, name, ...(description !== undefined && { description }) };
  return [{ definition, place, hasMore: false, isPart: true }];
}
