import { describe, expect, test } from 'vitest';
import { openEntry } from '../opening/open-session.ts';
import { systemOf } from '../systems/systems.ts';
import { openNow } from '../testing.ts';

/** An exchange as a browser's network panel saves it. */
const exchange = (asked: object | undefined, answered: object | string) => ({
  startedDateTime: '2026-01-05T12:00:00.000Z',
  time: 12,
  request: {
    method: asked === undefined ? 'GET' : 'POST',
    url: 'https://api.example.com',
    ...(asked && { postData: { mimeType: 'application/json', text: JSON.stringify(asked) } }),
  },
  response: {
    status: 200,
    content: { text: typeof answered === 'string' ? answered : JSON.stringify(answered) },
  },
});

const har = (...entries: readonly object[]) =>
  JSON.stringify({ log: { version: '1.2', creator: { name: 'WebInspector' }, pages: [], entries } });

const user = { role: 'user', content: 'one?' };
const script = exchange(undefined, 'var a = {b: [1]}');

function outlineOf(text: string) {
  const opened = openNow(text);
  if (!opened.ok) throw new Error(opened.problem.message);
  const sessions = opened.value.entries.map((_, index) => {
    const session = openEntry(opened.value, index, systemOf);
    if (!session.ok) throw new Error(session.problem.message);
    return session.value;
  });
  return {
    importer: opened.value.importer.id,
    labels: sessions.map(({ history }) => history.turns.map(({ label }) => label)),
    notes: sessions[0]?.notes.map(({ severity, code, place }) => `${severity} ${code} at ${place ?? ''}`) ?? [],
    session: sessions[0],
  };
}

test('calls of Chat Completions are found among other requests of a page, with their places', () => {
  const answer = { model: 'm', choices: [{ index: 0, message: { role: 'assistant', content: 'Yes.' } }] };
  const text = har(script, exchange({ model: 'm', messages: [user] }, answer));
  const { importer, labels, notes, session } = outlineOf(text);
  expect(importer).toBe('openai-chat');
  expect(labels).toEqual([['one?', 'Yes.']]);
  expect(notes).toContain('lost log/exchanges at log.entries[1]');
  const range = session?.document.locate(session.sources.at(1) ?? []);
  expect(text.slice(range?.start, range?.end)).toBe(JSON.stringify(JSON.stringify(answer)));
});

test('so are calls of Anthropic’s API', () => {
  const answer = { type: 'message', role: 'assistant', model: 'claude', content: [{ type: 'text', text: 'Yes.' }] };
  const { importer, labels } = outlineOf(
    har(exchange({ model: 'claude', max_tokens: 9, messages: [user] }, answer), script),
  );
  expect([importer, labels]).toEqual(['anthropic-messages', [['one?', 'Yes.']]]);
});

const events = (...data: readonly object[]) =>
  `${data.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('')}data: [DONE]\n\n`;
const asked = { model: 'm', stream: true, messages: [user] };

describe('a streamed answer is joined', () => {
  const refund = { name: 'refund', input: { amount: 5 } };
  const called = ['one?', 'plan: refund', 'refund'];

  test('of Chat Completions', () => {
    const chunk = (delta: object, more = {}) => ({ id: 'c', model: 'm-1', choices: [{ index: 0, delta, ...more }] });
    const piece = (written: string, more = {}) => ({
      tool_calls: [{ index: 0, function: { arguments: written }, ...more }],
    });
    const stream = events(
      chunk({ role: 'assistant', content: '' }),
      chunk({ tool_calls: [{ index: 0, id: 't', function: { name: 'refund', arguments: '' } }] }),
      chunk(piece('{"amount"')),
      chunk(piece(': 5}'), { finish_reason: 'tool_calls' }),
      { id: 'c', choices: [], usage: { prompt_tokens: 7, completion_tokens: 3 } },
    );
    const { labels, notes, session } = outlineOf(har(exchange(asked, stream)));
    expect(labels).toEqual([called]);
    expect(session?.history.invocations[0]).toMatchObject({ function: refund.name, input: refund.input });
    expect(session?.history.tokens.at(-1)).toMatchObject({ prompt: 7, completion: 3 });
    expect(notes).toContain('info log/exchange-stream at log.entries[0].response');
  });

  test('of providers that give all calls one index, behind a result of Azure’s filter', () => {
    const call = (id: string) => ({ tool_calls: [{ index: 0, id, function: { name: id, arguments: '{}' } }] });
    const chunk = (delta: object) => ({ id: 'c', model: 'm-1', choices: [{ index: 0, delta }] });
    const filter = { id: '', model: '', created: 0, choices: [], prompt_filter_results: [] };
    const { labels } = outlineOf(har(exchange(asked, events(filter, chunk(call('a')), chunk(call('b'))))));
    expect(labels).toEqual([['one?', 'plan: a, b', 'a', 'b']]);
  });

  test('of Anthropic’s API', () => {
    const stream = events(
      {
        type: 'message_start',
        message: {
          type: 'message',
          role: 'assistant',
          model: 'c',
          content: [],
          usage: { input_tokens: 7, output_tokens: 1 },
        },
      },
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'tool_use', id: 't', name: 'refund', input: {} },
      },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"amount"' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: ': 5}' } },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 3 } },
      { type: 'message_stop' },
    );
    const { labels, session } = outlineOf(har(exchange({ ...asked, max_tokens: 9 }, stream)));
    expect(labels).toEqual([called]);
    expect(session?.history.invocations[0]).toMatchObject({ function: refund.name, input: refund.input });
    expect(session?.history.tokens.at(-1)).toMatchObject({ prompt: 7, completion: 3 });
  });

  test('of Responses', () => {
    const output = [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Yes.' }] }];
    const response = { object: 'response', id: 'r', model: 'm', status: 'completed', output };
    const stream = events(
      { type: 'response.created', response: { ...response, output: [] } },
      { type: 'response.completed', response },
    );
    const { labels } = outlineOf(har(exchange({ model: 'm', input: 'one?', stream: true }, stream)));
    expect(labels).toEqual([['one?', 'Yes.']]);
  });
});

test('the report names an answer of an unknown kind as missing', () => {
  const { labels, notes } = outlineOf(
    har(exchange({ model: 'm', stream: true, messages: [user] }, 'data: {"choices": []}\n\n')),
  );
  expect(labels).toEqual([['one?']]);
  expect(notes).toContain('lost log/exchange-answer at log.entries[0].response');
});

test('an archive without model calls is not recognised', () => {
  const opened = openNow(har(script, exchange({ q: 1 }, { hits: [] })));
  expect(opened.ok ? '' : opened.problem.code).toBe('import/unknown-kind');
});

test('a Postman collection with an example response is read as request and response', () => {
  const asked = { model: 'gpt-4o', messages: [user] };
  const answered = {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: 'gpt-4o',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Yes.' }, finish_reason: 'stop' }],
  };
  const item = (response: readonly object[]) => ({
    name: 'ask',
    request: {
      method: 'POST',
      url: { raw: 'https://api.example.com' },
      body: { mode: 'raw', raw: JSON.stringify(asked) },
    },
    response,
  });
  const collection = (...items: readonly object[]) =>
    JSON.stringify({
      info: { name: 'x', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      item: items,
    });
  const both = outlineOf(collection(item([{ name: 'ok', code: 200, body: JSON.stringify(answered) }])));
  expect(both.importer).toBe('openai-chat');
  expect(both.labels).toEqual([['one?', 'Yes.']]);
  expect(outlineOf(collection(item([]))).labels).toEqual([['one?']]);
});
