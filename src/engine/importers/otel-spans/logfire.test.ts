import { expect, test } from 'vitest';
import { openNow } from '../../testing.ts';
import { micros, plain, opened, agent, first, tool, last, turns, type TestSpan } from './testing.ts';

/** A row of the table of records, as Logfire's API returns it. */
const row = ({ id, parent, name, from, to, attributes }: TestSpan, isText = false) => ({
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

const pending = (span: TestSpan) => ({
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

test('Logfire’s pending span is used only where the span never ended', () => {
  expect(opened([...all.map(plain), ...all.map(pending)])).toEqual(opened(all.map(plain)));
  const { 'gen_ai.output.messages': __, ...withoutOutput } = last.attributes;
  const stopped = opened([
    ...[agent, { ...last, attributes: withoutOutput }].map(pending),
    ...[first, tool].map(plain),
  ]);
  expect(stopped.turns).toEqual([...turns.slice(0, -1), 'llm [no answer recorded]']);
  expect(stopped.codes).toContain('otel-spans/never-ended');
});

test('a column-oriented table of Logfire is recognised, and the message requests rows', () => {
  const columns = ['trace_id', 'span_name'].map((name) => ({ name, datatype: 'Utf8', values: ['a', 'b'] }));
  const read = openNow(JSON.stringify({ columns }));
  expect(read.ok ? '' : read.problem.message).toMatch(/^This is an answer of Logfire’s API .*json_rows=true/);
});

test('rows of pending spans are recognised by their kind', () => {
  const pendingRows = all.map((one) => ({
    ...row({ ...one, to: one.from }),
    kind: 'pending_span',
    span_id: `${one.id}-pending`,
    parent_span_id: one.id,
  }));
  expect(opened([...all.map((one) => row(one)), ...pendingRows])).toEqual(opened(all.map((one) => row(one))));
});
