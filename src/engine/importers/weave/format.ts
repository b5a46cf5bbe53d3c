import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { SpanFormat } from '../../importing/spans/format.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { recordAt, textIn, valueIn } from '../../importing/values/where.ts';
import { opened } from '../../importing/values/written-value.ts';

/**
 * Calls of Weave, as its page and its API export them.
 * https://docs.wandb.ai/weave/guides/tracking/call-schema-reference
 */
export const format: SpanFormat = {
  nothing:
    'None of these Weave calls states its kind or is recognisable as a model call (by inputs with a model and a prompt), so there is nothing to show. Export the calls within the traces, too.',
  rewrite: unwrapped,
  spanId: ['id'],
  parent: ['parent_id'],
  name: ['agents_name', (call) => opName(call)?.replace(/^(?:langchain\.\w+|claude_agent_sdk\.tool_use)\./, '')],
  kind: {
    field: [kindByName, 'attributes.weave.kind', 'attributes.kind'],
    words: { search: 'retriever', response: 'model', function: 'tool', step: 'other' },
    otherwise: ({ inputs }) => (isModelInput(inputs) ? 'model' : 'other'),
    mayBeTool: () => true,
  },
  start: [{ field: ['started_at'], as: 'shortened text' }],
  end: [{ field: ['ended_at'], as: 'shortened text' }],
  input: ['inputs'],
  output: ['output'],
  model: ['model', 'output.model', 'inputs.model', (call) => Object.keys(usageByModel(call))[0]],
  // Calls around those of a model hold sums by the name of the model; a model call has one.
  tokens: [{ usage: [(call) => Object.values(usageByModel(call))[0], 'metrics', 'output.usage'] }],
  offered: ['inputs.tools'],
  error: { reason: ['exception'], hasTraceback: true },
  trace: { id: ['trace_id'], facts: { thread_id: ['thread_id'] }, title: ['display_name'] },
  // OpenAI's library may record the same response: the same id.
  adjust: (spans) => {
    const answers = new Set(spans.flatMap(({ written }) => textIn(written, 'output.id') ?? []));
    return spans.map((span) =>
      answers.has(textIn(span.written, 'response_id') ?? '') ? { ...span, kind: 'other' } : span,
    );
  },
};

/** `weave:///team/project/op/openai.chat.completions.create:3fA…`, or the name alone. */
function opName(call: Value): string | undefined {
  const written = textIn(call, 'op_name');
  return written && (/(?:^|\/)([^/:]+)(?::[^/:]*)?$/.exec(written)?.[1] ?? written);
}

/** `langchain.Llm.ChatOpenAI`, `openai_agent_function`; requests for embeddings and moderation have a model and an input, too. */
function kindByName(call: Value): string | undefined {
  const name = opName(call) ?? '';
  const own = /^langchain\.(\w+)\./.exec(name)?.[1] ?? /^openai_agent_(\w+)$/.exec(name)?.[1];
  if (own !== undefined) return own === 'trace' ? 'step' : own;
  if (/\.moderations\./.test(name)) return 'step';
  return /\.embeddings?\./i.test(name) ? 'embedding' : undefined;
}

const prompts = ['messages', 'contents', 'input', 'prompt', 'message'];

/** Inputs that name a model and hold a prompt. */
const isModelInput = (inputs: Value | undefined): inputs is RecordValue =>
  inputs !== undefined &&
  isRecord(inputs) &&
  typeof (inputs['model'] ?? inputs['modelId']) === 'string' &&
  prompts.some((key) => (inputs[key] ?? null) !== null);

const usageByModel = (call: Value): RecordValue => recordAt(call, 'summary.usage') ?? {};

/** The call with what it was given and returned, without what integrations put around it. */
function unwrapped(call: RecordValue): RecordValue {
  const name = opName(call) ?? '';
  const inputs = recordAt(call, 'inputs') ?? {};
  const output = call['output'] ?? null;
  if (name.startsWith('langchain.')) return { ...call, ...ofLangChain(inputs, output) };
  if (name.startsWith('openai_agent_')) return { ...call, ...ofOpenAiAgents(call, output) };
  if (name.startsWith('claude_agent_sdk.')) return { ...call, ...ofClaudeAgents(name, inputs, output) };
  return { ...call, inputs: argumentsIn(inputs), output: streamed(output) };
}

/** A run as LangChain's callbacks have it; older versions put its outputs into a list. */
function ofLangChain(inputs: RecordValue, output: Value): RecordValue {
  const outputs = valueIn(output, ['outputs.0', 'outputs']) ?? null;
  const isOnly = (held: Value, key: string) => isRecord(held) && Object.keys(held).join() === key;
  return {
    inputs: isOnly(inputs, 'input') ? opened(inputs['input'] ?? null) : inputs,
    output: isOnly(outputs, 'output') ? (valueIn(outputs, 'output') ?? null) : outputs,
    model: textIn(output, 'extra.metadata.ls_model_name') ?? null,
  };
}

/** A function's arguments are not recorded, only its name; a response that ended before it was recorded has its id. */
function ofOpenAiAgents(call: RecordValue, output: Value): RecordValue {
  const held = valueIn(output, 'output') ?? valueIn(output, 'metadata.triggered') ?? null;
  const wasStopped = textIn(output, 'status') === 'interrupted' ? 'interrupted' : null;
  return {
    agents_name: textIn(call, 'inputs.name') ?? null,
    inputs: valueIn(call, 'inputs.input') ?? null,
    output: typeof held === 'boolean' ? { triggered: held } : held,
    exception: call['exception'] ?? textIn(output, ['error.data.error', 'error.message']) ?? wasStopped,
    metrics: valueIn(output, 'metrics') ?? null,
    model: textIn(output, 'metadata.model') ?? null,
    response_id: textIn(output, 'metadata.id') ?? null,
  };
}

/** The use of a tool is recorded with the whole message that asked for it. A use without a result has an empty record. */
function ofClaudeAgents(name: string, inputs: RecordValue, output: Value): RecordValue {
  const blocks = elementsOf(valueIn(inputs, 'message.content') ?? null);
  const id = textIn(output, 'tool_use_id');
  const said = blocks.flatMap((block) => textIn(block, 'text') ?? []).join('\n');
  if (isRecord(output) && output['role'] === 'assistant') return { inputs: null, output: { ...output, content: said } };
  const content = valueIn(output, 'content') ?? null;
  const isOwn = (block: Value) =>
    id === undefined ? name.endsWith(`.${textIn(block, 'name')}`) : textIn(block, 'id') === id;
  return {
    inputs: valueIn(blocks.find(isOwn) ?? null, 'input') ?? null,
    output: content,
    ...(valueIn(output, 'is_error') === true && { exception: content }),
    ...(id === undefined && { ended_at: null }),
  };
}

/**
 * Without the object of a method. Weave for JavaScript names arguments by their positions; the request to a model is the first
 * or, in Anthropic's `messages.stream()`, the second.
 */
function argumentsIn(inputs: RecordValue): Value {
  const { self: _, ...given } = inputs;
  const { arg0 = null, arg1 = null } = given;
  const request = [arg0, arg1].find(isModelInput);
  return request ?? (isRecord(arg0) && Object.keys(given).length === 1 ? arg0 : given);
}

/** Weave for JavaScript keeps a streamed answer in a list, and its pieces, if it is Anthropic's, as they came. */
function streamed(output: Value): Value {
  const isHeld = isRecord(output) && Object.keys(output).length === 1;
  const answer = isHeld ? elementsOf(valueIn(output, ['responses', 'messages']) ?? null).at(-1) : undefined;
  if (answer === undefined || !isRecord(answer)) return output;
  const blocks: { start: RecordValue; text: string }[] = [];
  for (const piece of elementsOf(answer['content'] ?? null).filter(isRecord)) {
    const last = textIn(piece, 'type')?.endsWith('_delta') === true ? blocks.at(-1) : undefined;
    if (last === undefined) blocks.push({ start: piece, text: '' });
    else last.text += textIn(piece, ['text', 'thinking', 'partial_json']) ?? '';
  }
  const content = blocks.map(({ start, text }) => {
    if (text === '') return start;
    return { ...start, [textIn(start, 'type') === 'tool_use' ? 'input' : (textIn(start, 'type') ?? '')]: text };
  });
  return content.length === 0 ? answer : { ...answer, content };
}
