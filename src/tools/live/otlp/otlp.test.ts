import { gzipSync } from 'node:zlib';
import { context, SpanKind, trace } from '@opentelemetry/api';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openText } from '../../../engine/opening/open-text.ts';
import { openEntry } from '../../../engine/opening/open-session.ts';
import { systemOf } from '../../../engine/systems/systems.ts';
import { liveServer, type LiveServer, textIn } from '../testing.ts';

let server: LiveServer;
beforeEach(async () => {
  server = await liveServer();
});
afterEach(() => server.close());

/** One question to an agent that calls a tool, as OpenTelemetry's conventions for generative AI record it. */
async function agentWith(Exporter: typeof JsonExporter | typeof ProtobufExporter): Promise<void> {
  const exporter = new Exporter({ url: `${server.address}/v1/traces` });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'refund-agent' }),
    spanProcessors: [new SimpleSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer('agent');
  // Times of their own: within one millisecond, spans would be in the order in which the requests arrive.
  const start = Date.now();
  const agent = tracer.startSpan('invoke_agent refunds', {
    startTime: start,
    attributes: { 'gen_ai.operation.name': 'invoke_agent' },
  });
  const within = trace.setSpan(context.active(), agent);
  const chat = tracer.startSpan(
    'chat small-model',
    {
      kind: SpanKind.CLIENT,
      startTime: start + 1,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': 'small-model',
        'gen_ai.usage.input_tokens': 318,
        'gen_ai.usage.output_tokens': 77,
        'gen_ai.input.messages': JSON.stringify([
          { role: 'user', parts: [{ type: 'text', content: 'Refund order 7' }] },
        ]),
        'gen_ai.output.messages': JSON.stringify([
          {
            role: 'assistant',
            parts: [{ type: 'tool_call', id: 'call-1', name: 'issue_refund', arguments: { amount: 1200 } }],
            finish_reason: 'tool_call',
          },
        ]),
      },
    },
    within,
  );
  chat.end(start + 300);
  const tool = tracer.startSpan(
    'execute_tool issue_refund',
    {
      startTime: start + 301,
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'issue_refund',
        'gen_ai.tool.call.id': 'call-1',
        'gen_ai.tool.call.arguments': '{"amount": 1200}',
        'gen_ai.tool.call.result': '{"refunded": true}',
      },
    },
    within,
  );
  tool.end(start + 400);
  agent.end(start + 401);
  await provider.forceFlush();
  await provider.shutdown();
}

test.each([
  ['JSON', JsonExporter],
  ['protobuf', ProtobufExporter],
])('what OpenTelemetry’s SDK exports as %s is a session', async (_, exporter) => {
  await agentWith(exporter);
  const opened = await openText(textIn(server.streams, 'refund-agent'));
  expect(opened).toMatchObject({ ok: true, value: { importer: { id: 'otel-spans' } } });
  if (!opened.ok) return;
  expect(opened.value.entries).toHaveLength(1);
  const session = openEntry(opened.value, 0, systemOf);
  expect(session.ok && session.value.history.turns.map(({ kind }) => kind)).toEqual(['input', 'llm', 'capability']);
  expect(session.ok && session.value.history.invocations.map(({ input }) => input)).toEqual([{ amount: 1200 }]);
});

test('an exporter that sends a span twice, or its spans in another order, changes nothing', async () => {
  await agentWith(JsonExporter);
  const lines = textIn(server.streams, 'refund-agent').trim().split('\n');
  expect(lines).toHaveLength(3);
  const turnsOf = async (sent: readonly string[]) => {
    const name = `agent ${sent.map((line) => lines.indexOf(line)).join('')}`;
    for (const line of sent) await send(line.replace('refund-agent', name));
    const opened = await openText(textIn(server.streams, name));
    const session = opened.ok ? openEntry(opened.value, 0, systemOf) : opened;
    if (!opened.ok || !session.ok) throw new Error('The spans are no session.');
    const { turns, invocations, tokens } = session.value.history;
    return {
      sessions: opened.value.entries.length,
      turns: turns.map(({ kind }) => kind),
      calls: invocations.map(({ input, output }) => ({ input, output })),
      tokens: tokens.at(-1),
    };
  };
  const sentOnce = await turnsOf(lines);
  expect(sentOnce).toMatchObject({ sessions: 1, turns: ['input', 'llm', 'capability'] });
  expect(await turnsOf(lines.toReversed())).toEqual(sentOnce);
  expect(await turnsOf([...lines, ...lines])).toEqual(sentOnce);
  expect(await turnsOf(lines.flatMap((line) => [line, line]))).toEqual(sentOnce);
});

const span = { traceId: '5b8efff798038103d269b633813fc60c', spanId: 'eee19b7ec3c1b174', name: 'chat' };
const resource = (name: string) => ({ attributes: [{ key: 'service.name', value: { stringValue: name } }] });
const exported = (...names: readonly string[]) =>
  JSON.stringify({
    resourceSpans: names.map((name) => ({ resource: resource(name), scopeSpans: [{ spans: [span] }] })),
  });

const send = (
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
  path = 'traces',
) =>
  fetch(`${server.address}/v1/${path}`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
  });

test('everything is accepted: the answer is empty', async () => {
  const answer = await send(exported('a'));
  expect([answer.status, await answer.json()]).toEqual([200, {}]);
});

test('each service has a stream of its own, and its records keep their characters', async () => {
  const long = exported('a', 'b').replace('"name":"chat"', '"startTimeUnixNano":1700000000000000001');
  await send(long);
  expect(textIn(server.streams, 'a')).toContain('"startTimeUnixNano":1700000000000000001');
  expect(textIn(server.streams, 'b')).toBe(`${exported('b')}\n`);
  expect(server.streams.list().map(({ source }) => source)).toEqual(['otlp', 'otlp']);
});

test('a packed export is unpacked', async () => {
  await send(new Uint8Array(gzipSync(exported('a'))), { 'Content-Encoding': 'gzip' });
  expect(textIn(server.streams, 'a')).toBe(`${exported('a')}\n`);
});

test('logs are received beside traces', async () => {
  const body = JSON.stringify({ resourceLogs: [{ resource: resource('a'), scopeLogs: [{ logRecords: [{}] }] }] });
  expect((await send(body, {}, 'logs')).status).toBe(200);
  expect(textIn(server.streams, 'a')).toBe(`${body}\n`);
});

test.each([
  ['HTML', '<html></html>', 'application/json', /not JSON/],
  ['JSON of something else', '{"messages": []}', 'application/json', /has a list “resourceSpans”/],
  ['text as protobuf', 'hello, this is no protobuf', 'application/x-protobuf', /not an export of traces in protobuf/],
])('%s is refused in a sentence', async (_, body, type, sentence) => {
  const answer = await send(body, { 'Content-Type': type });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toMatch(sentence);
  expect(server.streams.list()).toEqual([]);
});

test.each([
  ['JSON', 'application/json', '{"resourceMetrics":[]}', '{}'],
  ['protobuf', 'application/x-protobuf', new Uint8Array([10, 0]), ''],
])('metrics in %s are accepted and ignored', async (_, type, body, expected) => {
  const answer = await send(body, { 'Content-Type': type }, 'metrics');
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([200, type, expected]);
  expect(server.streams.list()).toEqual([]);
});

test('an address without a service is refused with those that there are', async () => {
  const answer = await send('{}', {}, 'profiles');
  expect(answer.status).toBe(404);
  expect(await answer.text()).toBe(
    'Nothing is received at /v1/profiles. Traces go to /v1/traces, logs to /v1/logs, other records to /live/NAME.\n',
  );
});

test('the spans of a service that has no room do not stop those of another', async () => {
  server.close();
  server = await liveServer({ limits: { streams: 10, bytes: 350, total: 1000 } });
  const answer: unknown = await (await send(exported('a', 'b', 'a', 'a'))).json();
  expect(answer).toMatchObject({ partialSuccess: { rejectedSpans: 2 } });
  expect(textIn(server.streams, 'b')).toBe(`${exported('b')}\n`);
});

test('what has no room is counted in the answer', async () => {
  server.close();
  server = await liveServer({ limits: { streams: 10, bytes: 350, total: 1000 } });
  await send(exported('a'));
  const answer: unknown = await (await send(exported('a'))).json();
  expect(answer).toMatchObject({ partialSuccess: { rejectedSpans: 1 } });
  expect(server.streams.get('a')?.facts).toMatchObject({ records: 1, dropped: 1 });
});
