import { chatMessage, langChainMessage, usual, writtenResult, type Move } from './written-conversations.ts';

/** Conversations in formats of tracing services: each answer and each tool call is a separate span. */
export const traceWriters: { readonly [importer: string]: (moves: readonly Move[]) => unknown } = {
  langsmith: (moves) => [langSmithRun(root), ...spansIn(moves).map(langSmithRun)],
  braintrust: (moves) => [braintrustRow(root), ...spansIn(moves).map(braintrustRow)],
  weave: (moves) => [weaveCall(root), ...spansIn(moves).map(weaveCall)],
  datadog: (moves) => ({ data: [root, ...spansIn(moves)].map(datadogSpan) }),
  mlflow: (moves) => ({ info: { trace_id: 't' }, data: { spans: [root, ...spansIn(moves)].map(mlflowSpan) } }),
  'langchain-events': (moves) => langChainEvents(moves),
  'otel-spans': (moves) => ({
    resourceSpans: [{ scopeSpans: [{ spans: [root, ...spansIn(moves)].map(openInferenceSpan) }] }],
  }),
};

interface Span {
  /** Also the second at which the span began. */
  readonly index: number;
  readonly kind: 'agent' | 'model' | 'tool';
  readonly name: string;
  readonly input: unknown;
  readonly output: unknown;
  /** For a tool: the id of the model’s call, which few services record. */
  readonly call?: string;
}

const root: Span = { index: 0, kind: 'agent', name: 'agent', input: {}, output: {} };

/** Each answer’s input is the conversation so far. */
function spansIn(moves: readonly Move[]): readonly Span[] {
  const heard: object[] = [];
  return moves.flatMap((move, before): readonly Span[] => {
    const index = before + 1;
    const input = [...heard];
    if (!('result' in move)) heard.push(chatMessage(move));
    else heard.push({ role: 'tool', tool_call_id: move.to.id, content: writtenResult(move) });
    if ('user' in move) return [];
    if ('result' in move) {
      const { name, input = usual } = move.to;
      return [{ index, kind: 'tool', name, input, output: move.result, call: move.to.id }];
    }
    return [{ index, kind: 'model', name: 'chat', input, output: chatMessage(move) }];
  });
}

const start = 1_767_225_600;
const at = (index: number, more = 0) => new Date((start + index + more) * 1000).toISOString();
const id = ({ index }: Span) => `s${index}`;
const parent = ({ index }: Span) => (index === 0 ? null : id(root));
const answer = (message: unknown) => ({ choices: [{ index: 0, finish_reason: 'stop', message }] });

function langSmithRun(span: Span) {
  const kinds = { agent: 'chain', model: 'llm', tool: 'tool' };
  const isModel = span.kind === 'model';
  return {
    id: id(span),
    trace_id: 't',
    parent_run_id: parent(span),
    name: span.name,
    run_type: kinds[span.kind],
    start_time: at(span.index),
    end_time: at(span.index, 0.5),
    inputs: isModel ? { messages: span.input } : span.input,
    outputs: isModel ? answer(span.output) : { output: span.output },
    error: null,
  };
}

function braintrustRow(span: Span) {
  const kinds = { agent: 'task', model: 'llm', tool: 'tool' };
  return {
    id: id(span),
    span_id: id(span),
    root_span_id: id(root),
    span_parents: span.index === 0 ? [] : [id(root)],
    span_attributes: { name: span.name, type: kinds[span.kind] },
    created: at(span.index),
    metrics: { start: start + span.index, end: start + span.index + 0.5 },
    input: span.input,
    output: span.kind === 'model' ? answer(span.output).choices : span.output,
  };
}

function weaveCall(span: Span) {
  const isModel = span.kind === 'model';
  return {
    id: id(span),
    trace_id: 't',
    parent_id: parent(span),
    op_name: `weave:///team/project/op/${isModel ? 'openai.chat.completions.create' : span.name}:v1`,
    started_at: at(span.index),
    ended_at: at(span.index, 0.5),
    inputs: isModel ? { model: 'm', messages: span.input } : span.input,
    output: isModel ? answer(span.output) : span.output,
    attributes: span.kind === 'tool' ? { kind: 'tool' } : {},
    summary: {},
  };
}

function datadogSpan(span: Span) {
  const kinds = { agent: 'agent', model: 'llm', tool: 'tool' };
  const side = (value: unknown) => {
    if (span.kind === 'model') return { messages: [value].flat() };
    return { value: typeof value === 'string' ? value : JSON.stringify(value) };
  };
  const attributes = {
    span_id: id(span),
    trace_id: 't',
    parent_id: parent(span) ?? 'undefined',
    name: span.name,
    span_kind: kinds[span.kind],
    start_ns: (start + span.index) * 1e9,
    duration: 5e8,
    status: 'ok',
    ml_app: 'a',
    tags: [],
    input: side(span.input),
    output: side(span.output),
    metrics: {},
  };
  return { id: id(span), type: 'span', attributes };
}

function mlflowSpan(span: Span) {
  const kinds = { agent: 'AGENT', model: 'CHAT_MODEL', tool: 'TOOL' };
  const isModel = span.kind === 'model';
  return {
    name: span.name,
    span_id: id(span),
    parent_span_id: parent(span),
    start_time_unix_nano: (start + span.index) * 1e9,
    end_time_unix_nano: (start + span.index) * 1e9 + 5e8,
    status: { code: 'STATUS_CODE_OK', message: '' },
    attributes: {
      'mlflow.spanType': JSON.stringify(kinds[span.kind]),
      'mlflow.spanInputs': JSON.stringify(isModel ? { messages: span.input } : span.input),
      'mlflow.spanOutputs': JSON.stringify(isModel ? answer(span.output) : span.output),
    },
  };
}

/** The input and output of LangChain's model are its own messages; a tool returns such a message too. */
function langChainEvents(moves: readonly Move[]) {
  const event = (name: string, { index, name: spanName }: Span, data: object) => ({
    event: name,
    run_id: `s${index}`,
    name: spanName,
    parent_ids: index === 0 ? [] : [id(root)],
    data,
  });
  const events = spansIn(moves).flatMap((span) => {
    if (span.kind === 'model') {
      const input = moves.slice(0, span.index - 1).map(langChainMessage);
      const output = moves.slice(span.index - 1, span.index).map(langChainMessage)[0];
      return [
        event('on_chat_model_start', span, { input: { messages: [input] } }),
        event('on_chat_model_end', span, { input: { messages: [input] }, output }),
      ];
    }
    const output = { type: 'tool', tool_call_id: span.call, name: span.name, content: span.output };
    return [
      event('on_tool_start', span, { input: span.input }),
      event('on_tool_end', span, { input: span.input, output }),
    ];
  });
  const first = moves.slice(0, 1).map(langChainMessage);
  return [event('on_chain_start', root, { input: { messages: first } }), ...events];
}

/** A span with the attributes of OpenInference. */
function openInferenceSpan(span: Span) {
  const kinds = { agent: 'AGENT', model: 'LLM', tool: 'TOOL' };
  const isModel = span.kind === 'model';
  const value = (content: unknown) => (typeof content === 'string' ? content : JSON.stringify(content));
  const attributes = {
    'openinference.span.kind': kinds[span.kind],
    ...(span.kind === 'tool' && { 'tool.name': span.name }),
    'input.value': value(isModel ? { messages: span.input } : span.input),
    'output.value': value(isModel ? answer(span.output) : span.output),
  };
  return {
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: String(span.index + 1).padStart(16, '0'),
    parentSpanId: span.index === 0 ? '' : '1'.padStart(16, '0'),
    name: span.name,
    kind: 1,
    startTimeUnixNano: `${start + span.index}000000000`,
    endTimeUnixNano: `${start + span.index}500000000`,
    status: { code: 1 },
    attributes: Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } })),
  };
}
