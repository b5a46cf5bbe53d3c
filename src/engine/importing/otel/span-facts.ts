import { isList, isRecord, type Value } from '../../model/value.ts';
import { countIn } from '../messages/any-message.ts';
import type { RecordedTokens } from '../transcript/transcript.ts';
import { tokensTold } from '../values/tokens.ts';
import { opened } from '../values/written-value.ts';
import type { Attributes } from './attributes.ts';

const modelKeys = [
  'gen_ai.response.model',
  'ai.response.model',
  'llm.model_name',
  'gen_ai.request.model',
  'ai.model.id',
];

/** Which model answered, or else which was asked. */
export const modelIn = (attributes: Attributes): string | undefined => attributes.text(...modelKeys);

/** Of a tool: the call's id. */
export const callIdIn = (attributes: Attributes): string | undefined =>
  attributes.text('gen_ai.tool.call.id', 'ai.toolCall.id', 'tool_call.id', 'gcp.vertex.agent.tool_call_id');

/** One reason for each choice, in a list or as JSON. */
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
  ['llm.token_count.prompt', 'llm.token_count.completion'],
  ['gen_ai.usage.input_tokens', 'gen_ai.usage.output_tokens'],
  ['gen_ai.usage.prompt_tokens', 'gen_ai.usage.completion_tokens'],
  ['ai.usage.inputTokens', 'ai.usage.outputTokens'],
  ['ai.usage.promptTokens', 'ai.usage.completionTokens'],
] as const;

export function tokensIn(attributes: Attributes): RecordedTokens | undefined {
  const told = tokenKeys.flatMap(
    ([input, output]) => tokensTold(countIn(attributes.get(input)), countIn(attributes.get(output))) ?? [],
  );
  return told.find(({ prompt, completion }) => prompt !== undefined && completion !== undefined) ?? told[0];
}

/** Names of the functions that a model call was offered. */
export function offeredIn(attributes: Attributes): readonly string[] {
  const schemas = attributes.list('llm.tools').map(({ value }) => inner(inner(value, 'tool'), 'json_schema'));
  const listed = ['gen_ai.tool.definitions', 'ai.prompt.tools'].flatMap((key) => {
    const value = opened(attributes.get(key) ?? null);
    return Array.isArray(value) ? (value as readonly Value[]) : []; // narrowed to any[]
  });
  const functions = attributes.list('llm.request.functions').map(({ value }) => value);
  return [...schemas, ...listed, ...functions].map(functionName).filter((name) => name !== undefined);
}

const inner = (value: Value, key: string): Value => (isRecord(value) ? (value[key] ?? null) : null);

function functionName(tool: Value): string | undefined {
  const schema = opened(tool);
  const name = inner(inner(schema, 'function'), 'name') ?? inner(schema, 'name');
  return typeof name === 'string' ? name : undefined;
}
