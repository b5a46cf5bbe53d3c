import { expect, test } from 'vitest';
import { firstSession, openNow } from '../testing.ts';

const chat = [
  { role: 'user', content: 'Hello' },
  { role: 'assistant', content: 'Hi' },
];
const text = JSON.stringify(chat);
const time = '2026-01-05 12:00:00.000';

test.each([
  ['pandas, split', { columns: ['id', 'messages'], index: [0, 1], data: [chat, chat].map((one, id) => [id, one]) }],
  ['pandas, split, with cells of text', { columns: ['id', 'messages'], index: [0], data: [[1, text]] }],
  ['pandas, a table', { schema: { fields: [{ name: 'a' }, { name: 'b' }] }, data: [{ index: 0, messages: chat }] }],
  ['a database', { columns: [{ name: 'id' }, { name: 'messages' }], rows: [[1, chat]] }],
  [
    'CloudWatch Logs Insights',
    {
      results: [
        [
          { field: '@timestamp', value: time },
          { field: '@message', value: text },
        ],
      ],
      status: 'Complete',
    },
  ],
])('a conversation in a cell of a table is read, and has its place: %s', (_, table) => {
  const given = JSON.stringify(table);
  const { session, opened } = firstSession(given);
  expect(session.history.turns.map(({ kind, label }) => `${kind} ${label}`)).toEqual(['input Hello', 'llm Hi']);
  const [place] = session.history.turns.map(({ event }) => opened.document.locate(session.sources.at(event) ?? []));
  expect(place && given.slice(place.start, place.end)).toContain('Hello');
});

test('rows whose length differs from the columns are not a table, and names may be hostile', () => {
  expect(openNow(JSON.stringify({ columns: ['a', 'b'], data: [[1], [2]] })).ok).toBe(false);
  const hostile = `{"columns": ["__proto__", "messages"], "data": [[{"x": 1}, ${text}]]}`;
  expect(firstSession(hostile).session.history.turns).toHaveLength(2);
});

test('a notebook’s printed output is read beside other cells', () => {
  const stream = (printed: string) => ({ output_type: 'stream', name: 'stdout', text: printed.split(/(?<=\n)/) });
  const cells = (...outputs: readonly object[]) =>
    JSON.stringify({
      nbformat: 4,
      nbformat_minor: 5,
      metadata: {},
      cells: [
        { cell_type: 'markdown', source: ['# A run'] },
        { cell_type: 'code', source: ['1 + 1'], outputs: [stream('loading\nready\n')] },
        { cell_type: 'code', source: ['messages'], outputs },
      ],
    });
  const printed = "[{'role': 'user', 'content': 'Hello'},\n {'role': 'assistant', 'content': 'Hi'}]";
  const result = (data: object) => ({ output_type: 'execute_result', execution_count: 2, metadata: {}, data });
  for (const text of [
    cells(stream(`${printed}\n`)),
    cells(result({ 'text/plain': printed.split(/(?<=\n)/) })),
    cells(result({ 'application/json': { messages: chat }, 'text/plain': ['<IPython.core.display.JSON object>'] })),
  ]) {
    const { session, opened } = firstSession(text);
    expect(session.history.turns.map(({ label }) => label)).toEqual(['Hello', 'Hi']);
    expect(session.notes.map(({ code }) => code)).toContain('log/table');
    const [place] = session.history.turns.map(({ event }) => opened.document.locate(session.sources.at(event) ?? []));
    expect(place && text.slice(place.start, place.end)).toContain('Hello');
  }
  expect(openNow(cells()).ok).toBe(false);
});
