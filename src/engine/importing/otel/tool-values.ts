import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { opened } from '../values/written-value.ts';
import type { Attributes } from './attributes.ts';
import { messageEvents, type Source } from './messages.ts';

const inputKeys = [
  'gen_ai.tool.call.arguments',
  'ai.toolCall.args',
  'gcp.vertex.agent.tool_call_args',
  'tool_arguments',
  'function.arguments',
  'input.value',
  'traceloop.entity.input',
  'gen_ai.prompt',
  'gen_ai.retrieval.query.text',
];

const outputKeys = [
  'gen_ai.tool.call.result',
  'ai.toolCall.result',
  'gcp.vertex.agent.tool_response',
  'tool_response',
  'output.value',
  'traceloop.entity.output',
  'gen_ai.completion',
  'gen_ai.retrieval.documents',
];

/** The arguments of a tool. OpenInference's `tool.parameters`, used only as the last choice, may be their schema instead. */
export function toolInput(source: Source): Value | undefined {
  const found = valueAt(source.attributes, inputKeys) ?? inEvent(source, 'gen_ai.tool.message', 'content');
  if (found !== undefined) return isRecord(found) ? argumentsIn(found) : found;
  const parameters = valueAt(source.attributes, ['tool.parameters']);
  return parameters === undefined || isSchema(parameters) ? undefined : parameters;
}

export function toolOutput(source: Source): Value | undefined {
  const found = valueAt(source.attributes, outputKeys) ?? inEvent(source, 'gen_ai.choice', 'message');
  if (typeof found === 'string') return printedMessage(found) ?? found;
  if (found === undefined || !isRecord(found)) return found && onlyText(found);
  // LangChain's results as OpenLLMetry and LangSmith keep them.
  const isWrapped = Object.keys(found).every((key) => key === 'output' || key === 'kwargs');
  const output = isWrapped ? found['output'] : undefined;
  return output === undefined ? found : opened(output);
}

/** Strands returns `[{text}]`. */
function onlyText(value: Value): Value {
  const [only, ...others] = isList(value) ? [...value] : [];
  const isAlone = only !== undefined && isRecord(only) && Object.keys(only).length === 1 && others.length === 0;
  const text = isAlone ? only['text'] : undefined;
  return typeof text === 'string' ? opened(text) : value;
}

/** OpenInference: `retrieval.documents.0.document.content`. */
export function documentsIn(attributes: Attributes): Value | undefined {
  const found = attributes.list('retrieval.documents').map(({ value }) => {
    const document = isRecord(value) ? value['document'] : undefined;
    return document ?? value;
  });
  return found.length === 0 ? undefined : found;
}

/** A tool's message as Python prints it: `content='4' name='add' tool_call_id='c1'`, with a status if it failed. */
function printedMessage(text: string): Value | undefined {
  const [, content, rest = ''] = /^content=('(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*") (.*)$/s.exec(text) ?? [];
  const id = /(?:^| )tool_call_id='([^']*)'/.exec(rest)?.[1];
  const opening = content === undefined || id === undefined ? undefined : opened(`[${content}]`);
  const [words] = opening !== undefined && isList(opening) ? [...opening] : [];
  if (words === undefined || id === undefined) return undefined;
  const status = /(?:^| )status='error'/.test(rest) ? 'error' : 'success';
  return { type: 'tool', content: words, tool_call_id: id, status };
}

function valueAt(attributes: Attributes, keys: readonly string[]): Value | undefined {
  const value = keys.map((key) => attributes.get(key)).find((one) => one !== undefined);
  return value === undefined ? undefined : opened(value);
}

/** Strands keeps arguments and results in events. */
function inEvent(source: Source, name: string, key: string): Value | undefined {
  const event = messageEvents(source).find((one) => one.name === name);
  const value = event?.get(key);
  return value === undefined ? undefined : opened(value);
}

const wrappings: ReadonlySet<string> = new Set(['args', 'kwargs', 'inputs', 'input_str', 'tags', 'metadata']);

/** A function's own arguments: Traceloop and LlamaIndex record the whole Python call, LangSmith puts them under `input`. */
function argumentsIn(value: RecordValue): Value {
  const keys = Object.keys(value);
  const { inputs, kwargs, args, input } = value;
  if (keys.length === 1 && input !== undefined) {
    const held = opened(input);
    return isRecord(held) ? held : value;
  }
  if (keys.length === 0 || !keys.every((key) => wrappings.has(key))) return value;
  if (inputs !== undefined && isRecord(inputs)) return inputs;
  const hasPositional = args !== undefined && isList(args) && args.length > 0;
  return kwargs !== undefined && isRecord(kwargs) && !hasPositional ? kwargs : value;
}

const isSchema = (value: Value): boolean =>
  isRecord(value) &&
  ('properties' in value ||
    Object.values(value).some((one) => one !== undefined && isRecord(one) && typeof one['type'] === 'string'));
