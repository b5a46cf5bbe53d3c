import { expect, test } from 'vitest';
import { openEntry } from '../../open-text.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Told {
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
const micros = (at: number): number => Number(nanos(at) / 1000n);

/** As the JavaScript SDK holds spans. */
const plain = ({ id, parent, from, to, ...rest }: Told) => ({
  ...rest,
  traceId: 'trace',
  spanId: id,
  ...(parent !== undefined && { parentSpanId: parent }),
  startTimeUnixNano: String(nanos(from)),
  endTimeUnixNano: String(nanos(to)),
});

const wrapped = (value: unknown) =>
  typeof value === 'number' ? { intValue: String(value) } : { stringValue: String(value) };

const otlp = (span: Told) => ({
  ...plain(span),
  attributes: Object.entries(span.attributes).map(([key, value]) => ({ key, value: wrapped(value) })),
});

const tags = (fields: Fields) => Object.entries(fields).map(([key, value]) => ({ key, type: 'string', value }));

const jaeger = ({ id, parent, name, from, to, attributes, events = [] }: Told) => ({
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

const zipkin = ({ id, parent, name, from, to, attributes, events = [] }: Told) => ({
  traceId: 'trace',
  id,
  ...(parent !== undefined && { parentId: parent }),
  name,
  timestamp: micros(from),
  duration: micros(to) - micros(from),
  tags: Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, String(value)])),
  annotations: events.map((event) => ({ timestamp: 0, value: JSON.stringify({ [event.name]: event.attributes }) })),
});

const table = ({ id, parent, name, from, to, attributes }: Told) => ({
  name,
  'context.trace_id': 'trace',
  'context.span_id': id,
  parent_id: parent ?? null,
  start_time: micros(from) / 1000,
  end_time: micros(to) / 1000,
  ...Object.fromEntries(Object.entries(attributes).map(([key, value]) => [`attributes.${key}`, value])),
});

function opened(document: unknown) {
  const read = openNow(typeof document === 'string' ? document : JSON.stringify(document));
  if (!read.ok) throw new Error(read.problem.message);
  const session = openEntry(read.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  const { history, notes } = session.value;
  return {
    importer: read.value.importer.id,
    turns: history.turns.map(({ kind, label }) => `${kind} ${label}`),
    invocations: history.invocations.map(({ input, output, outcome }) => ({ input, output, outcome })),
    startedAt: history.agent.startedAt,
    prompt: history.tokens.at(-1)?.prompt,
    times: history.turns.map(({ at }) => at),
    notes,
    codes: notes.map(({ code }) => code),
  };
}

const question = 'How warm is it in Oslo?';
const answer = 'It is 4 degrees.';
const ask = [{ role: 'user', parts: [{ type: 'text', content: question }] }];
const call = { type: 'tool_call', id: 'c1', name: 'weather', arguments: { city: 'Oslo' } };
const asked = [{ role: 'assistant', parts: [call] }];
const came = [{ role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', response: { temp: 4 } }] }];
const said = [{ role: 'assistant', parts: [{ type: 'text', content: answer }] }];

const chat = (input: unknown, output: unknown, tokens = 50): Fields => ({
  'gen_ai.operation.name': 'chat',
  'gen_ai.request.model': 'gpt-4o',
  'gen_ai.usage.input_tokens': tokens,
  'gen_ai.usage.output_tokens': 10,
  ...(input !== undefined && { 'gen_ai.input.messages': JSON.stringify(input) }),
  ...(output !== undefined && { 'gen_ai.output.messages': JSON.stringify(output) }),
});

const agent: Told = { id: 'a', name: 'run', from: 0, to: 5, attributes: { 'gen_ai.operation.name': 'invoke_agent' } };
const first: Told = { id: 'b', parent: 'a', name: 'chat', from: 0.1, to: 1, attributes: chat(ask, asked) };
const tool: Told = {
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
const last: Told = {
  id: 'd',
  parent: 'a',
  name: 'chat',
  from: 2.1,
  to: 4,
  attributes: chat([...ask, ...asked, ...came], said, 80),
};
const spans = [agent, first, tool, last];

const turns = [`input ${question}`, 'llm plan: weather', 'capability weather', `llm ${answer}`];
const invocations = [{ input: { city: 'Oslo' }, output: { temp: 4 }, outcome: 'successful' }];

/** JavaScript's way of printing: keys without quotes where they need none. */
const printed = (value: unknown): string => JSON.stringify(value, null, 2).replaceAll(/"([a-z]+)":/gi, '$1:');

test.each([
  ['OTLP', { resourceSpans: [{ scopeSpans: [{ spans: spans.map(otlp) }] }] }],
  ['Tempo’s batches', { batches: [{ resource: {}, scopeSpans: [{ spans: spans.map(otlp) }] }] }],
  ['the spans of each resource', spans.map((span) => ({ resource: {}, scopeSpans: [{ spans: [otlp(span)] }] }))],
  ['Jaeger', { data: [{ traceID: 'trace', spans: spans.map(jaeger), processes: {} }] }],
  ['Zipkin', spans.map(zipkin)],
  ['Zipkin’s list of traces', [spans.map(zipkin)]],
  [
    'the console of JavaScript',
    spans.map((span) => printed({ ...zipkin(span), tags: undefined, attributes: span.attributes })).join('\n'),
  ],
  ['Phoenix’s table', spans.map(table)],
])('a trace reads the same in the spelling of %s', (_, document) => {
  const session = opened(document);
  expect(session.importer).toBe('otel-spans');
  expect(session.turns).toEqual(turns);
  expect(session.invocations).toEqual(invocations);
  expect(session.startedAt).toBe('2026-01-01T00:00:00Z');
  expect(session.prompt).toBe(130);
});

const functionCall = [{ id: 'c1', function: { name: 'weather', arguments: '{"city":"Oslo"}' } }];
const operation = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm' };

const events = (of: readonly (readonly [string, Fields])[]) => of.map(([name, attributes]) => ({ name, attributes }));
const listed = (of: readonly (readonly [string, Fields])[]) =>
  JSON.stringify(of.map(([name, fields]) => ({ 'event.name': name, ...fields })));

const toolUse = JSON.stringify([{ toolUse: { toolUseId: 'c1', name: 'weather', input: { city: 'Oslo' } } }]);
const strands = [
  {
    ...first,
    attributes: operation,
    events: events([
      ['gen_ai.user.message', { content: `[{"text":"${question}"}]` }],
      ['gen_ai.choice', { message: toolUse }],
    ]),
  },
  {
    ...tool,
    attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'weather', 'gen_ai.tool.call.id': 'c1' },
    events: events([
      ['gen_ai.tool.message', { content: '{"city":"Oslo"}', id: 'c1' }],
      ['gen_ai.choice', { message: '[{"text":"{\\"temp\\":4}"}]', id: 'c1' }],
    ]),
  },
  {
    ...last,
    attributes: operation,
    events: events([
      ['gen_ai.user.message', { content: `[{"text":"${question}"}]` }],
      ['gen_ai.assistant.message', { content: toolUse }],
      [
        'gen_ai.tool.message',
        { content: '[{"toolResult":{"toolUseId":"c1","status":"success","content":[{"text":"{}"}]}}]' },
      ],
      ['gen_ai.choice', { message: `[{"text":"${answer}"}]` }],
    ]),
  },
];

const pydantic = [
  { ...agent, attributes: { agent_name: 'weather', model_name: 'm', all_messages_events: '[]' } },
  {
    ...first,
    attributes: {
      ...operation,
      events: listed([
        ['gen_ai.user.message', { role: 'user', content: question }],
        ['gen_ai.choice', { message: { role: 'assistant', tool_calls: functionCall } }],
      ]),
    },
  },
  {
    ...tool,
    attributes: {
      'gen_ai.tool.name': 'weather',
      'gen_ai.tool.call.id': 'c1',
      tool_arguments: '{"city":"Oslo"}',
      tool_response: '{"temp":4}',
    },
  },
  {
    ...last,
    attributes: {
      ...operation,
      events: listed([
        ['gen_ai.user.message', { role: 'user', content: question }],
        ['gen_ai.assistant.message', { role: 'assistant', tool_calls: functionCall }],
        ['gen_ai.tool.message', { role: 'tool', id: 'c1', content: '{"temp":4}' }],
        ['gen_ai.choice', { message: { role: 'assistant', content: answer } }],
      ]),
    },
  },
];

const azure = (content: unknown) => ({ 'gen_ai.event.content': JSON.stringify(content) });
const azureAi = [
  {
    ...first,
    attributes: operation,
    events: events([
      ['gen_ai.user.message', azure({ content: question })],
      ['gen_ai.choice', azure({ message: { tool_calls: functionCall } })],
    ]),
  },
  tool,
  {
    ...last,
    attributes: operation,
    events: events([
      ['gen_ai.user.message', azure({ content: question })],
      ['gen_ai.assistant.message', azure({ tool_calls: functionCall })],
      ['gen_ai.tool.message', azure({ id: 'c1', content: '{"temp":4}' })],
      ['gen_ai.choice', azure({ message: { content: answer } })],
    ]),
  },
];

const kernel = (prompt: unknown, completion: unknown) =>
  events([
    ['gen_ai.content.prompt', { 'gen_ai.prompt': JSON.stringify(prompt) }],
    ['gen_ai.content.completion', { 'gen_ai.completion': JSON.stringify(completion) }],
  ]);
const completions = { ...operation, 'gen_ai.operation.name': 'chat.completions' };
const semanticKernel = [
  {
    ...first,
    attributes: completions,
    events: kernel(
      [{ role: 'user', content: question }],
      [{ message: { role: 'assistant', tool_calls: functionCall } }],
    ),
  },
  tool,
  {
    ...last,
    attributes: completions,
    events: kernel(
      [
        { role: 'user', content: question },
        { role: 'assistant', tool_calls: functionCall },
        { role: 'tool', tool_call_id: 'c1', content: '{"temp":4}' },
      ],
      [{ message: { role: 'assistant', content: answer } }],
    ),
  },
];

const traced = (prompt: unknown, completion: unknown) => ({
  ...operation,
  'langsmith.span.kind': 'llm',
  'gen_ai.prompt': JSON.stringify({ messages: prompt }),
  'gen_ai.completion': JSON.stringify({ messages: completion }),
});
const langSmith = [
  {
    ...first,
    attributes: traced([{ role: 'user', content: question }], [{ role: 'assistant', tool_calls: functionCall }]),
  },
  {
    ...tool,
    attributes: {
      'langsmith.span.kind': 'tool',
      'gen_ai.tool.name': 'weather',
      'gen_ai.prompt': '{"input":"{\'city\': \'Oslo\'}"}',
      'gen_ai.completion': '{"output":"{\\"temp\\":4}"}',
    },
  },
  {
    ...last,
    attributes: traced(
      [
        { role: 'user', content: question },
        { role: 'assistant', tool_calls: functionCall },
        { role: 'tool', tool_call_id: 'c1', content: '{"temp":4}' },
      ],
      [{ role: 'assistant', content: answer }],
    ),
  },
];

test.each([
  ['Strands', strands],
  ['Pydantic AI’s first versions', pydantic],
  ['Azure AI', azureAi],
  ['Semantic Kernel', semanticKernel],
  ['LangSmith', langSmith],
])('a trace reads the same in the words of %s', (_, written) => {
  const session = opened(written.map(plain));
  expect(session.turns).toEqual(turns);
  expect(session.invocations).toEqual(invocations);
});

test('what the inner record of a call does not say, the one around it does', () => {
  const { turns: told, prompt } = opened(
    [
      {
        ...first,
        name: 'call_llm',
        attributes: {
          'gcp.vertex.agent.llm_request': JSON.stringify({ contents: [{ role: 'user', parts: [{ text: question }] }] }),
          'gcp.vertex.agent.llm_response': JSON.stringify({ content: { role: 'model', parts: [{ text: answer }] } }),
        },
      },
      {
        ...first,
        id: 'e',
        parent: 'b',
        name: 'generate_content',
        from: 0.2,
        to: 0.9,
        attributes: { ...chat(undefined, undefined), 'gen_ai.operation.name': 'generate_content' },
      },
    ].map(plain),
  );
  expect(told).toEqual([`input ${question}`, `llm ${answer}`]);
  expect(prompt).toBe(50);
});

test('of a call that two libraries watched, the one that counted tokens is believed about them', () => {
  const { 'gen_ai.usage.input_tokens': _, ...uncounted } = chat(ask, said);
  const {
    turns: told,
    prompt,
    codes,
  } = opened(
    [
      { ...first, name: 'ChatOpenAI', attributes: { ...uncounted, 'gen_ai.usage.output_tokens': '' } },
      { ...first, id: 'e', name: 'openai.chat', from: 0.2, to: 0.9, attributes: chat(ask, said) },
    ].map(plain),
  );
  expect(told).toEqual([`input ${question}`, `llm ${answer}`]);
  expect(prompt).toBe(50);
  expect(codes).toContain('spans/told-twice');
});

test('a span that was written when it began, and again when it had ended, is told as it ended', () => {
  const { endTimeUnixNano: _, ...begun } = plain({ ...first, attributes: chat(ask, undefined) });
  const session = opened([plain(agent), begun, plain(first), plain(tool), plain(last)]);
  expect(session.turns).toEqual(turns);
  expect(session.codes).toContain('spans/repeated');
});

test('an error’s type is an error, whatever the status', () => {
  const { 'gen_ai.tool.call.result': _, ...attributes } = tool.attributes;
  const failed = { ...tool, attributes: { ...attributes, 'error.type': 'TimeoutError' } };
  const [invocation] = opened([first, failed].map(plain)).invocations;
  expect(invocation).toMatchObject({ outcome: 'errored', output: { error: 'TimeoutError' } });
});

test('Jaeger says in tags that a span failed', () => {
  const failed = jaeger({
    ...tool,
    attributes: { ...tool.attributes, 'otel.status_code': 'ERROR', 'otel.status_description': 'no answer' },
  });
  const [invocation] = opened({ data: [{ spans: [jaeger(first), failed] }] }).invocations;
  expect(invocation).toMatchObject({ outcome: 'errored', output: { error: 'no answer' } });
});

test('an embedding is no call of a model that says something', () => {
  const { turns: told, codes } = opened(
    [
      {
        ...first,
        id: 'e',
        from: 0,
        to: 0.1,
        attributes: {
          'llm.request.type': 'embedding',
          'gen_ai.request.model': 'm',
          'gen_ai.prompt.0.content': question,
        },
      },
      { ...first, attributes: chat(ask, said) },
    ].map(plain),
  );
  expect(told).toEqual([`input ${question}`, `llm ${answer}`]);
  expect(codes).toContain('spans/embeddings');
});

test('documents that were flattened are what a retriever found', () => {
  const attributes = {
    'openinference.span.kind': 'RETRIEVER',
    'input.value': question,
    'retrieval.documents.0.document.content': 'Oslo',
    'retrieval.documents.1.document.content': 'Bergen',
  };
  const [invocation] = opened([plain({ ...tool, attributes })]).invocations;
  expect(invocation?.output).toEqual([{ content: 'Oslo' }, { content: 'Bergen' }]);
});

test('a result that Python printed as a message is what the message holds', () => {
  const printing = (output: string) =>
    opened([
      plain({
        ...tool,
        attributes: { 'openinference.span.kind': 'TOOL', 'tool.name': 'weather', 'output.value': output },
      }),
    ]).invocations[0];
  expect(printing(`content='{"temp": 4}' name='weather' tool_call_id='c1'`)?.output).toEqual({ temp: 4 });
  expect(printing(`content="it's gone" name='weather' tool_call_id='c1' status='error'`)).toMatchObject({
    outcome: 'errored',
    output: { error: 'it’s gone'.replace('’', "'") },
  });
});

test('a span whose end is written as 0 has not ended', () => {
  const [begun, ...others] = [first, tool, last].map(plain);
  expect(opened([{ ...begun, endTimeUnixNano: '0' }, ...others]).turns).toEqual(turns);
});

const times = (start: unknown, end: unknown, more: object = {}) => {
  const { startTimeUnixNano: _, endTimeUnixNano: __, ...span } = plain(first);
  return [{ ...span, startTime: start, endTime: end, ...more }];
};

test.each([
  ['seconds', 1_767_225_600, 1_767_225_602.5],
  ['milliseconds', 1_767_225_600_000, 1_767_225_602_500],
  ['microseconds', 1_767_225_600_000_000, 1_767_225_602_500_000],
  ['milliseconds', '1767225600000', '1767225602500'],
  ['nanoseconds', '1767225600000000000', '1767225602500000000'],
])('times as plain numbers are %s by their size, and the report says that this is assumed', (unit, start, end) => {
  const { notes, times: at } = opened(times(start, end));
  expect(at[1]).toBe('2026-01-01T00:00:02.5Z');
  const note = notes.find(({ code }) => code.startsWith('otel-spans/'));
  expect(note).toMatchObject({ severity: 'assumed', code: `otel-spans/${unit}`, place: '[0].startTime' });
  expect(note?.message).toContain('2 times ');
});

test('where the format has a unit for its times, or they are pairs or texts, nothing is assumed', () => {
  const pair = [1_767_225_600, 500_000_000];
  for (const spans of [[plain(first)], times(pair, pair), times('2026-01-01T00:00:00Z', '2026-01-01T00:00:01Z')]) {
    expect(opened(spans).codes.filter((code) => code.startsWith('otel-spans/') || code === 'import/time')).toEqual([]);
  }
});

test('a time without a zone, or one that is none, is in the report', () => {
  expect(opened(times('2026-01-01T00:00:00', '2026-01-01T00:00:01')).codes).toContain('import/no-zone');
  expect(opened(times('2026-01-01T00:00:00Z', 'soon')).codes).toContain('import/time');
});

/** As Logfire's API gives its table of records row by row. */
const row = ({ id, parent, name, from, to, attributes }: Told, isText = false) => ({
  trace_id: 'trace',
  span_id: id,
  parent_span_id: parent ?? null,
  kind: 'span',
  span_name: name,
  message: name,
  start_timestamp: new Date(micros(from) / 1000).toISOString(),
  end_timestamp: new Date(micros(to) / 1000).toISOString(),
  attributes: isText ? JSON.stringify(attributes) : attributes,
  otel_events: [],
  otel_status_code: null,
  is_exception: false,
});
const all = [agent, first, tool, last];

test.each([
  ['in a list', all.map((one) => row(one))],
  ['beside their columns', { columns: [{ name: 'span_name', datatype: 'Utf8' }], rows: all.map((one) => row(one)) }],
  ['with attributes as text', all.map((one) => row(one, true))],
])('rows of Logfire %s are spans', (_, document) => {
  expect(opened(document)).toMatchObject({ importer: 'otel-spans', turns });
});

const pending = (span: Told) => ({
  ...plain({ ...span, to: span.from }),
  name: `${span.name} (pending)`,
  spanId: `${span.id}-pending`,
  parentSpanId: span.id,
  attributes: {
    ...span.attributes,
    'logfire.span_type': 'pending_span',
    'logfire.pending_parent_id': span.parent ?? '0000000000000000',
  },
});

test('what Logfire writes of a span when it begins is told where the span never ended, and only there', () => {
  expect(opened([...all.map(plain), ...all.map(pending)])).toEqual(opened(all.map(plain)));
  const { 'gen_ai.output.messages': __, ...begun } = last.attributes;
  const stopped = opened([...[agent, { ...last, attributes: begun }].map(pending), ...[first, tool].map(plain)]);
  expect(stopped.turns).toEqual([...turns.slice(0, -1), 'llm [no answer recorded]']);
  expect(stopped.codes).toContain('otel-spans/never-ended');
});

test('a table that Logfire wrote column by column is known, and rows are asked for', () => {
  const columns = ['trace_id', 'span_name'].map((name) => ({ name, datatype: 'Utf8', values: ['a', 'b'] }));
  const read = openNow(JSON.stringify({ columns }));
  expect(read.ok ? '' : read.problem.message).toMatch(/^This is an answer of Logfire’s API .*json_rows=true/);
});

test('a kind that is a word of JavaScript is no kind', () => {
  const attributes = { ...first.attributes, 'openinference.span.kind': 'constructor' };
  expect(opened([plain({ ...first, attributes }), plain(last)]).turns).toContain(`llm ${answer}`);
});

const flat = (attributes: Fields) =>
  opened([plain({ ...first, attributes: { 'llm.request.type': 'chat', ...attributes } })]);

test('what OpenLLMetry writes of a model’s thoughts is no answer, and a prompt of its own is the user’s', () => {
  const ended = { role: 'assistant', content: answer, finish_reason: 'end_turn' };
  const thought = { role: 'thinking', content: 'Let me see.', finish_reason: 'end_turn' };
  const under = (index: number, fields: Fields) =>
    Object.entries(fields).map(([key, value]) => [`gen_ai.completion.${index}.${key}`, value]);
  const answers = Object.fromEntries([...under(0, thought), ...under(1, ended)]);
  const { turns: told, codes } = flat({ 'gen_ai.prompt.0.user': question, ...answers });
  expect(told).toEqual([`input ${question}`, `llm ${answer}`]);
  expect(codes).toContain('import/reasoning');
  expect(codes).not.toContain('spans/choices');
});

test('what a provider says that an answer took counts where the span does not say it', () => {
  const gave = { output: { message: { role: 'assistant', content: [{ text: answer }] } } };
  const usage = { inputTokens: 3, outputTokens: 4 };
  const { prompt } = flat({ 'gen_ai.prompt.0.user': question, 'output.value': JSON.stringify({ ...gave, usage }) });
  expect(prompt).toBe(3);
});

test('rows of spans that had only begun are known by their kind', () => {
  const begun = all.map((one) => ({
    ...row({ ...one, to: one.from }),
    kind: 'pending_span',
    span_id: `${one.id}-pending`,
    parent_span_id: one.id,
  }));
  expect(opened([...all.map((one) => row(one)), ...begun])).toEqual(opened(all.map((one) => row(one))));
});
