import { expect, test } from 'vitest';
import {
  plain,
  otlp,
  jaeger,
  zipkin,
  table,
  opened,
  question,
  answer,
  ask,
  answerMessage,
  chat,
  agent,
  first,
  tool,
  last,
  spans,
  turns,
  invocations,
  type Fields,
} from './testing.ts';

/** Prints objects as JavaScript does: keys have quotes only where they need them. */
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
])('a trace reads the same in the attributes of %s', (_, written) => {
  const session = opened(written.map(plain));
  expect(session.turns).toEqual(turns);
  expect(session.invocations).toEqual(invocations);
});

test('the outer span of a call completes the inner span', () => {
  const { turns: actualTurns, prompt } = opened(
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
  expect(actualTurns).toEqual([`input ${question}`, `llm ${answer}`]);
  expect(prompt).toBe(50);
});

test('when two libraries record the same call, the token counts come from the one that counted them', () => {
  const { 'gen_ai.usage.input_tokens': _, ...uncounted } = chat(ask, answerMessage);
  const {
    turns: actualTurns,
    prompt,
    codes,
  } = opened(
    [
      { ...first, name: 'ChatOpenAI', attributes: { ...uncounted, 'gen_ai.usage.output_tokens': '' } },
      { ...first, id: 'e', name: 'openai.chat', from: 0.2, to: 0.9, attributes: chat(ask, answerMessage) },
    ].map(plain),
  );
  expect(actualTurns).toEqual([`input ${question}`, `llm ${answer}`]);
  expect(prompt).toBe(50);
  expect(codes).toContain('spans/told-twice');
});

test('a span that was written at its start and again at its end appears as it ended', () => {
  const { endTimeUnixNano: _, ...begun } = plain({ ...first, attributes: chat(ask, undefined) });
  const session = opened([plain(agent), begun, plain(first), plain(tool), plain(last)]);
  expect(session.turns).toEqual(turns);
  expect(session.codes).toContain('spans/repeated');
});

test('a span with an error type is an error, independent of its status', () => {
  const { 'gen_ai.tool.call.result': _, ...attributes } = tool.attributes;
  const failed = { ...tool, attributes: { ...attributes, 'error.type': 'TimeoutError' } };
  const [invocation] = opened([first, failed].map(plain)).invocations;
  expect(invocation).toMatchObject({ outcome: 'errored', output: { error: 'TimeoutError' } });
});

test('a failed span of Jaeger is recognised by its tags', () => {
  const failed = jaeger({
    ...tool,
    attributes: { ...tool.attributes, 'otel.status_code': 'ERROR', 'otel.status_description': 'no answer' },
  });
  const [invocation] = opened({ data: [{ spans: [jaeger(first), failed] }] }).invocations;
  expect(invocation).toMatchObject({ outcome: 'errored', output: { error: 'no answer' } });
});

test('an embedding is not a model turn', () => {
  const { turns: actualTurns, codes } = opened(
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
      { ...first, attributes: chat(ask, answerMessage) },
    ].map(plain),
  );
  expect(actualTurns).toEqual([`input ${question}`, `llm ${answer}`]);
  expect(codes).toContain('spans/embeddings');
});

test('flattened document attributes become the result of a retriever', () => {
  const attributes = {
    'openinference.span.kind': 'RETRIEVER',
    'input.value': question,
    'retrieval.documents.0.document.content': 'Oslo',
    'retrieval.documents.1.document.content': 'Bergen',
  };
  const [invocation] = opened([plain({ ...tool, attributes })]).invocations;
  expect(invocation?.output).toEqual([{ content: 'Oslo' }, { content: 'Bergen' }]);
});

test('a result that Python printed as a message is replaced by the content of the message', () => {
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

test('a kind with the name of a built-in JavaScript property is ignored', () => {
  const attributes = { ...first.attributes, 'openinference.span.kind': 'constructor' };
  expect(opened([plain({ ...first, attributes }), plain(last)]).turns).toContain(`llm ${answer}`);
});

const flat = (attributes: Fields) =>
  opened([plain({ ...first, attributes: { 'llm.request.type': 'chat', ...attributes } })]);

test('OpenLLMetry’s reasoning is not part of the answer, and its separate prompt is a user message', () => {
  const ended = { role: 'assistant', content: answer, finish_reason: 'end_turn' };
  const thought = { role: 'thinking', content: 'Let me see.', finish_reason: 'end_turn' };
  const under = (index: number, fields: Fields) =>
    Object.entries(fields).map(([key, value]) => [`gen_ai.completion.${index}.${key}`, value]);
  const answers = Object.fromEntries([...under(0, thought), ...under(1, ended)]);
  const { turns: actualTurns, codes } = flat({ 'gen_ai.prompt.0.user': question, ...answers });
  expect(actualTurns).toEqual([`input ${question}`, `llm ${answer}`]);
  expect(codes).toContain('import/reasoning');
  expect(codes).not.toContain('spans/choices');
});

test('the token usage in the provider’s answer is used where the span has none', () => {
  const providerAnswer = { output: { message: { role: 'assistant', content: [{ text: answer }] } } };
  const usage = { inputTokens: 3, outputTokens: 4 };
  const { prompt } = flat({
    'gen_ai.prompt.0.user': question,
    'output.value': JSON.stringify({ ...providerAnswer, usage }),
  });
  expect(prompt).toBe(3);
});
