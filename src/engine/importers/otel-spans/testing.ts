import { defaultDecisions } from '../../model/decisions.ts';
import { firstSession } from '../../testing.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface TestSpan {
  readonly id: string;
  readonly parent?: string;
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly attributes: Fields;
  readonly events?: readonly { readonly name: string; readonly attributes: Fields }[];
}

const second = 1_000_000_000n;
const midnight = 1_767_225_600n * second;
const nanos = (at: number): bigint => midnight + BigInt(Math.round(at * 1000)) * 1_000_000n;
export const micros = (at: number): number => Number(nanos(at) / 1000n);

/** A span object of the JavaScript SDK. */
export const plain = ({ id, parent, from, to, ...rest }: TestSpan) => ({
  ...rest,
  traceId: 'trace',
  spanId: id,
  ...(parent !== undefined && { parentSpanId: parent }),
  startTimeUnixNano: String(nanos(from)),
  endTimeUnixNano: String(nanos(to)),
});

const wrapped = (value: unknown) =>
  typeof value === 'number' ? { intValue: String(value) } : { stringValue: String(value) };

export const otlp = (span: TestSpan) => ({
  ...plain(span),
  attributes: Object.entries(span.attributes).map(([key, value]) => ({ key, value: wrapped(value) })),
});

export const tags = (fields: Fields) => Object.entries(fields).map(([key, value]) => ({ key, type: 'string', value }));

export const jaeger = ({ id, parent, name, from, to, attributes, events = [] }: TestSpan) => ({
  traceID: 'trace',
  spanID: id,
  operationName: name,
  references: parent === undefined ? [] : [{ refType: 'CHILD_OF', traceID: 'trace', spanID: parent }],
  startTime: micros(from),
  duration: micros(to) - micros(from),
  tags: tags(attributes),
  logs: events.map((event) => ({
    timestamp: 0,
    fields: [{ key: 'event', value: event.name }, ...tags(event.attributes)],
  })),
});

export const zipkin = ({ id, parent, name, from, to, attributes, events = [] }: TestSpan) => ({
  traceId: 'trace',
  id,
  ...(parent !== undefined && { parentId: parent }),
  name,
  timestamp: micros(from),
  duration: micros(to) - micros(from),
  tags: Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, String(value)])),
  annotations: events.map((event) => ({ timestamp: 0, value: JSON.stringify({ [event.name]: event.attributes }) })),
});

export const table = ({ id, parent, name, from, to, attributes }: TestSpan) => ({
  name,
  'context.trace_id': 'trace',
  'context.span_id': id,
  parent_id: parent ?? null,
  start_time: micros(from) / 1000,
  end_time: micros(to) / 1000,
  ...Object.fromEntries(Object.entries(attributes).map(([key, value]) => [`attributes.${key}`, value])),
});

export function opened(document: unknown) {
  const { opened: read, session } = firstSession(typeof document === 'string' ? document : JSON.stringify(document));
  const { history, notes } = session;
  return {
    importer: read.importer.id,
    turns: history.turns.map(({ kind, label }) => `${kind} ${label}`),
    invocations: history.invocations.map((call) => {
      const { input, outcome } = call;
      return { input, output: history.results.outputOf(call, defaultDecisions), outcome };
    }),
    startedAt: history.agent.startedAt,
    prompt: history.tokens.at(-1)?.prompt,
    times: history.turns.map(({ at }) => at),
    notes,
    codes: notes.map(({ code }) => code),
  };
}

export const question = 'How warm is it in Oslo?';
export const answer = 'It is 4 degrees.';
export const ask = [{ role: 'user', parts: [{ type: 'text', content: question }] }];
export const call = { type: 'tool_call', id: 'c1', name: 'weather', arguments: { city: 'Oslo' } };
export const callMessage = [{ role: 'assistant', parts: [call] }];
const resultMessage = [{ role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', response: { temp: 4 } }] }];
export const answerMessage = [{ role: 'assistant', parts: [{ type: 'text', content: answer }] }];

export const chat = (input: unknown, output: unknown, tokens = 50): Fields => ({
  'gen_ai.operation.name': 'chat',
  'gen_ai.request.model': 'gpt-4o',
  'gen_ai.usage.input_tokens': tokens,
  'gen_ai.usage.output_tokens': 10,
  ...(input !== undefined && { 'gen_ai.input.messages': JSON.stringify(input) }),
  ...(output !== undefined && { 'gen_ai.output.messages': JSON.stringify(output) }),
});

export const agent: TestSpan = {
  id: 'a',
  name: 'run',
  from: 0,
  to: 5,
  attributes: { 'gen_ai.operation.name': 'invoke_agent' },
};
export const first: TestSpan = {
  id: 'b',
  parent: 'a',
  name: 'chat',
  from: 0.1,
  to: 1,
  attributes: chat(ask, callMessage),
};
export const tool: TestSpan = {
  id: 'c',
  parent: 'a',
  name: 'execute_tool weather',
  from: 1.1,
  to: 2,
  attributes: {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'weather',
    'gen_ai.tool.call.id': 'c1',
    'gen_ai.tool.call.arguments': '{"city":"Oslo"}',
    'gen_ai.tool.call.result': '{"temp":4}',
  },
};
export const last: TestSpan = {
  id: 'd',
  parent: 'a',
  name: 'chat',
  from: 2.1,
  to: 4,
  attributes: chat([...ask, ...callMessage, ...resultMessage], answerMessage, 80),
};
export const spans = [agent, first, tool, last];

export const turns = [`input ${question}`, 'llm plan: weather', 'capability weather', `llm ${answer}`];
export const invocations = [{ input: { city: 'Oslo' }, output: { temp: 4 }, outcome: 'successful' }];
