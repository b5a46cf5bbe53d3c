import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

const printed = {
  body: 'hello',
  severity_number: 9,
  attributes: {},
  timestamp: '2025-01-31T12:29:57Z',
  trace_id: '0x0',
};

test('log records without model events are recognised, and the message requests the spans', () => {
  const opened = openNow(JSON.stringify([printed, printed]));
  expect(opened.ok ? '' : opened.problem.code).toBe('otel-spans/no-turns');
  expect(opened.ok ? '' : opened.problem.message).toMatch(/^These are 2 log records of OpenTelemetry, none /);
});

test('a trace without model events is left out when another trace has them', () => {
  const event = {
    ...printed,
    trace_id: '0x1',
    event_name: 'gen_ai.user.message',
    body: { content: 'hello' },
  };
  const opened = openNow(JSON.stringify([printed, event]));
  expect(opened.ok && opened.value.entries.map(({ title }) => title)).toEqual(['hello']);
});

test.each([
  ['a body that is JSON as text', JSON.stringify({ content: 'hello' }), JSON.stringify({ message: { content: 'hi' } })],
  [
    'ADK’s bodies, which hold a message of Gemini',
    { content: { role: 'user', parts: [{ text: 'hello' }] } },
    { index: 0, content: { role: 'model', parts: [{ text: 'hi' }] } },
  ],
])('%s is read', (_, userBody, answerBody) => {
  const event = (name: string, body: unknown) => ({ ...printed, trace_id: '0x1', event_name: name, body });
  const opened = openNow(JSON.stringify([event('gen_ai.user.message', userBody), event('gen_ai.choice', answerBody)]));
  const session = opened.ok ? openEntry(opened.value, 0, systemOf) : opened;
  expect(session.ok && session.value.history.turns.map(({ label }) => label)).toEqual(['hello', 'hi']);
});

const nanos = (second: number) => String((1_767_225_600n + BigInt(second)) * 1_000_000_000n);
const wrapped = (fields: Readonly<Record<string, string | number>>) =>
  Object.entries(fields).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));

const chatSpan = (spanId: string, second: number, fields: Readonly<Record<string, string | number>> = {}) => ({
  traceId: 't',
  spanId,
  parentSpanId: 'agent',
  name: 'chat m',
  startTimeUnixNano: nanos(second),
  endTimeUnixNano: nanos(second + 1),
  attributes: wrapped({ 'gen_ai.operation.name': 'chat', 'gen_ai.usage.input_tokens': 10, ...fields }),
});
const agentSpan = {
  ...chatSpan('agent', 0),
  parentSpanId: '',
  name: 'invoke_agent clerk',
  endTimeUnixNano: nanos(9),
  attributes: wrapped({ 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'clerk' }),
};
const toolSpan = {
  ...chatSpan('tool', 3),
  name: 'execute_tool find',
  attributes: wrapped({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'find',
    'gen_ai.tool.call.id': 'c',
    'gen_ai.tool.call.arguments': '{"id":7}',
    'gen_ai.tool.call.result': 'shipped',
  }),
};

const logged = (spanId: string, second: number, eventName: string, body: object) => ({
  timeUnixNano: nanos(second),
  severityNumber: 9,
  eventName,
  traceId: 't',
  spanId,
  body: { stringValue: JSON.stringify(body) },
});
const question = { content: 'Where is order 7?' };
const calls = { tool_calls: [{ id: 'c', type: 'function', function: { name: 'find', arguments: '{"id":7}' } }] };
const records = [
  logged('one', 1, 'gen_ai.user.message', question),
  logged('one', 2, 'gen_ai.choice', {
    index: 0,
    finish_reason: 'tool_calls',
    message: { role: 'assistant', ...calls },
  }),
  logged('two', 5, 'gen_ai.user.message', question),
  logged('two', 5, 'gen_ai.assistant.message', calls),
  logged('two', 5, 'gen_ai.tool.message', { id: 'c', content: 'shipped' }),
  logged('two', 6, 'gen_ai.choice', { index: 0, finish_reason: 'stop', message: { content: 'It was shipped.' } }),
];
const spans = [agentSpan, chatSpan('one', 1), toolSpan, chatSpan('two', 5)];
const resourceSpans = (...all: readonly object[]) => ({ resourceSpans: [{ scopeSpans: [{ spans: all }] }] });
const resourceLogs = (...all: readonly object[]) => ({ resourceLogs: [{ scopeLogs: [{ logRecords: all }] }] });

function openedTurns(text: string) {
  const opened = openNow(text);
  if (!opened.ok) throw new Error(opened.problem.message);
  const [session] = opened.value.entries.map((_, index) => {
    const read = openEntry(opened.value, index, systemOf);
    if (!read.ok) throw new Error(read.problem.message);
    return read.value;
  });
  return {
    importer: opened.value.importer.id,
    sessions: opened.value.entries.length,
    turns: session?.history.turns.map(({ kind, label, at }) => `${kind} ${label} ${at?.slice(17, 19)}`),
    prompt: session?.history.tokens.at(-1)?.prompt,
    codes: session?.notes.map(({ code }) => code) ?? [],
  };
}

const expectedTurns = [
  'input Where is order 7? 01',
  'llm plan: find 02',
  'capability find 04',
  'llm It was shipped. 06',
];

test.each([
  ['in one export', JSON.stringify({ ...resourceSpans(...spans), ...resourceLogs(...records) })],
  [
    'on lines of their own',
    [resourceSpans(...spans), resourceLogs(...records)].map((one) => JSON.stringify(one)).join('\n'),
  ],
  [
    'on many lines, records first',
    [...records.map((one) => resourceLogs(one)), ...spans.map((one) => resourceSpans(one))]
      .map((one) => JSON.stringify(one))
      .join('\n'),
  ],
  ['in a list', JSON.stringify([resourceLogs(...records), resourceSpans(...spans)])],
])('spans and the log records with their ids, %s, become one session', (_, text) => {
  expect(openedTurns(text)).toMatchObject({ importer: 'otel-spans', sessions: 1, turns: expectedTurns, prompt: 20 });
});

test('a record of a complete call adds its messages and the missing token counts to its span', () => {
  const details = {
    ...logged('one', 2, 'gen_ai.client.inference.operation.details', {}),
    attributes: wrapped({
      'gen_ai.input.messages': JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: 'hi' }] }]),
      'gen_ai.output.messages': JSON.stringify([
        { role: 'assistant', parts: [{ type: 'text', content: 'hello' }], finish_reason: 'stop' },
      ]),
      'gen_ai.usage.input_tokens': 3,
      'gen_ai.usage.output_tokens': 4,
    }),
  };
  const silent = { ...chatSpan('one', 1), attributes: wrapped({ 'gen_ai.operation.name': 'chat' }) };
  const { turns, prompt } = openedTurns(JSON.stringify({ ...resourceSpans(silent), ...resourceLogs(details) }));
  expect(turns).toEqual(['input hi 01', 'llm hello 02']);
  expect(prompt).toBe(3);
});

test('records that all have the id of the surrounding agent span become calls of that agent', () => {
  const around = records.map((one) => ({ ...one, spanId: 'agent' }));
  const { sessions, turns } = openedTurns(
    JSON.stringify({ ...resourceSpans(agentSpan, toolSpan), ...resourceLogs(...around) }),
  );
  expect(sessions).toBe(1);
  expect(turns).toEqual(expectedTurns);
});

test('log records without the spans of their trace produce a note about where the spans may be', () => {
  const alone = openedTurns(JSON.stringify(resourceLogs(...records)));
  expect(alone.turns?.map((turn) => turn.slice(0, -3))).toEqual(expectedTurns.map((turn) => turn.slice(0, -3)));
  expect(alone.codes).toContain('otel-spans/spans-elsewhere');
  expect(openedTurns(JSON.stringify({ ...resourceSpans(...spans), ...resourceLogs(...records) })).codes).not.toContain(
    'otel-spans/spans-elsewhere',
  );
});

test('spans without the text of any model call produce a note about where the text may be', () => {
  const silent = openedTurns(JSON.stringify(resourceSpans(...spans)));
  expect(silent.codes).toContain('otel-spans/words-elsewhere');
  const spoken = openedTurns(JSON.stringify({ ...resourceSpans(...spans), ...resourceLogs(...records) }));
  expect(spoken.codes).not.toContain('otel-spans/words-elsewhere');
});
