import { describe, expect, test } from 'vitest';
import { defaultDecisions } from '../../model/decisions.ts';
import { toJson } from '../../model/json.ts';
import { Unknown, valueAt, type RecordValue, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

function opened(value: Value) {
  const found = openNow(typeof value === 'string' ? value : toJson(value));
  if (!found.ok) throw new Error(found.problem.message);
  const read = found.value.entries[0]?.open();
  const system = systemOf('adk');
  const checked = read?.ok === true ? system.check(read.value.session) : undefined;
  if (checked?.ok !== true) throw new Error('no session');
  const session = checked.value;
  const history = system.history(session);
  return {
    history,
    importer: found.value.importer.id,
    codes: session.notes.map(({ code }) => code),
    calls: history.invocations.map(({ function: name, outcome, reason }) => [name, outcome, reason]),
    at: (turn: number, ...path: Path) => valueAt(system.stateAt(session, history, turn, defaultDecisions), path),
  };
}

const said = (author: string, parts: readonly RecordValue[], more: RecordValue = {}): RecordValue => ({
  author,
  invocation_id: 'e-1',
  content: { role: author === 'user' ? 'user' : 'model', parts },
  ...more,
});
const text = (words: string): RecordValue => ({ text: words });
const call = (id: string, name: string): RecordValue => ({ function_call: { id, name, args: {} } });
const response = (id: string, name: string, given: Value): RecordValue => ({
  function_response: { id, name, response: given },
});

describe('the outcome of a function', () => {
  test.each<[Value, string, string | undefined]>([
    [{ result: 'ok' }, 'successful', undefined],
    [{ error: null, rows: [] }, 'successful', undefined],
    [{ error: 'HTTP 503' }, 'errored', 'HTTP 503'],
    [{ error: { code: 7, message: 'no such row' } }, 'errored', 'no such row'],
    [{ status: 'error', error_message: 'no station' }, 'errored', 'no station'],
    [{ isError: true, content: [{ type: 'text', text: 'disk full' }] }, 'errored', 'disk full'],
    [{ error: 'This tool call is rejected.' }, 'restricted', 'the user rejected the call'],
    ['done', 'successful', undefined],
  ])('that answers %j', (given, outcome, reason) => {
    const { calls } = opened([said('a', [call('c', 'f')]), said('a', [response('c', 'f', given)])]);
    expect(calls).toEqual([['f', outcome, reason]]);
  });

  test.each([
    ['requested_auth_configs', 'waits for a credential'],
    ['requestedToolConfirmations', 'waits for a confirmation'],
  ])('that %s names waits until its answer', (field, reason) => {
    const asked = [
      said('a', [call('c', 'f')]),
      said('a', [response('c', 'f', { error: 'not yet' })], { actions: { [field]: { c: {} } } }),
    ];
    expect(opened(asked).calls).toEqual([['f', 'pending', reason]]);
    expect(opened([...asked, said('a', [response('c', 'f', { result: 1 })])]).calls).toEqual([
      ['f', 'successful', undefined],
    ]);
  });

  test('that runs long waits while it reports pending or has no response', () => {
    const asked = said('a', [call('c', 'f')], { long_running_tool_ids: ['c'] });
    const pending = said('a', [response('c', 'f', { status: 'pending' })]);
    expect(opened([asked]).calls).toEqual([['f', 'pending', 'waits for its result']]);
    expect(opened([asked, pending]).calls).toEqual([['f', 'pending', 'waits for its result']]);
    const answered = opened([asked, pending, said('user', [response('c', 'f', { result: 1 })])]);
    expect(answered.calls).toEqual([['f', 'successful', undefined]]);
    expect(answered.codes).toContain('adk/replaced-response');
  });
});

test('sessions of Vertex AI keep branches and pieces apart from the events', () => {
  const event = { name: 'projects/1/events/7', timestamp: '2025-06-01T10:00:00.5Z' };
  const { history, at } = opened({
    sessionEvents: [
      said('user', [text('hello there')], event),
      said('a', [text('x')], { ...event, name: 'projects/1/events/8', eventMetadata: { branch: 'flow.a' } }),
      said('a', [text('y')], { ...event, name: 'projects/1/events/9', eventMetadata: { partial: true } }),
    ],
  });
  expect(history.turns.map(({ label, node, at: when }) => [label, node, when])).toEqual([
    ['hello there', 'root', '2025-06-01T10:00:00.500Z'],
    ['x', 'flow.a', '2025-06-01T10:00:00.500Z'],
  ]);
  expect(at(1, 'session', 'events', 1, 'id')).toBe('8');
});

describe('a session’s state', () => {
  const session = {
    id: 's',
    app_name: 'app',
    user_id: 'u',
    state: { given: 1, written: 2 },
    events: [
      said('user', [text('hello there')]),
      said('a', [text('x')], { actions: { state_delta: { written: 2, 'temp:t': 3 } } }),
    ],
  };

  test('holds what no delta wrote from the start, and what one wrote from there', () => {
    const { at, codes } = opened(session);
    expect([at(0, 'session', 'state', 'given'), at(0, 'session', 'state', 'written')]).toEqual([1, undefined]);
    expect([at(1, 'session', 'state', 'given'), at(1, 'session', 'state', 'written')]).toEqual([1, 2]);
    expect(codes).toContain('adk/state-at-start');
  });

  test('never holds temporary keys', () => {
    const { at, codes } = opened(session);
    expect(at(1, 'session', 'state', 'temp:t')).toBeUndefined();
    expect(at(1, 'session', 'events', 1, 'metadata', 'temp_state_delta')).toEqual({ 'temp:t': 3 });
    expect(codes).toContain('adk/temporary');
  });

  test('that ends differently from its deltas is noted', () => {
    expect(opened({ ...session, state: { given: 1, written: 'other' } }).codes).toContain('adk/state-differs');
  });
});

describe('a context of langchain_adk', () => {
  const event = (type: string, words: string): RecordValue => ({
    type,
    author: 'a',
    branch: '',
    content: { parts: [{ type: 'text', text: words }] },
    actions: {},
  });
  const context = {
    session_id: 's',
    agent_name: 'a',
    state: { draft: 1 },
    session: { id: 's', events: [event('user_message', 'hi'), event('agent_message', 'hello')] },
    event_callback: '<function f at 0x1>',
  };

  test('has a state that is unknown before its end, and then what was exported', () => {
    const { at } = opened(context);
    expect(at(0, 'state')).toBeInstanceOf(Unknown);
    expect(at(1, 'state', 'draft')).toBe(1);
    expect(at(1, 'event_callback')).toBe('<callable>');
  });

  test('may be one event alone', () => {
    const { importer, history } = opened(event('user_message', 'hi'));
    expect([importer, history.turns.map(({ label }) => label)]).toEqual(['adk-context', ['hi']]);
  });

  test('without events keeps its state', () => {
    const { at, history } = opened({ ...context, session: null });
    expect(history.turns).toEqual([]);
    expect(at(-1, 'state', 'draft')).toBe(1);
    expect(at(-1, 'session')).toBeNull();
  });
});

describe('recorded model calls', () => {
  const bytes = (part: string) => new TextEncoder().encode(part).length;
  const exchange = (asked: RecordValue, answer: RecordValue, status = '200 OK'): string => {
    const request = `POST https://x/models/gemini-x:generateContent HTTP/1.1\r\n\r\n${toJson(asked)}`;
    const reply = `HTTP/1.1 ${status}\r\nDate: Wed, 17 Jun 2026 10:30:04 GMT\r\n\r\n${toJson(answer)}`;
    return `${bytes(request)} ${bytes(reply)}\n${request}${reply}`;
  };
  const user = (words: string) => ({ role: 'user', parts: [text(words)] });
  const answer = (words: string) => ({
    candidates: [{ content: { role: 'model', parts: [text(words)] } }],
    usageMetadata: { promptTokenCount: 5, totalTokenCount: 9 },
  });

  test('repeated after an error show the input once', () => {
    const asked = { contents: [user('how are you today?')] };
    const refused = { error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'slow down' } };
    const { history, importer } = opened(
      `httprr trace v1\n${exchange(asked, refused, '429 Too Many Requests')}${exchange(asked, answer('well'))}`,
    );
    expect(importer).toBe('adk-httprr');
    expect(history.turns.map(({ kind, label, tokens }) => [kind, label, tokens])).toEqual([
      ['input', 'how are you today?', undefined],
      ['llm', '[RESOURCE_EXHAUSTED: slow down]', undefined],
      ['llm', 'well', { prompt: 5, completion: 4 }],
    ]);
    expect(history.model).toBe('gemini-x');
  });

  test('show a token count that is recorded without the other side', () => {
    const asked = { contents: [user('hi')] };
    const half = { ...answer('well'), usageMetadata: { candidatesTokenCount: 4 } };
    const { history } = opened(`httprr trace v1\n${exchange(asked, half)}`);
    expect(history.turns.map(({ tokens }) => tokens)).toEqual([undefined, { prompt: undefined, completion: 4 }]);
  });

  test('that begin in the middle show the earlier messages', () => {
    const contents = [user('one'), { role: 'model', parts: [text('two')] }, user('three')];
    const { history, codes } = opened(`httprr trace v1\n${exchange({ contents }, answer('four'))}`);
    expect(history.turns.map(({ label }) => label)).toEqual(['one', 'two', 'three', 'four']);
    expect(codes).toContain('adk-httprr/earlier');
  });
});

test('a call that is cut off before the name of its function is left out, and the report says so', () => {
  const { calls, codes } = opened([said('a', [{ function_call: { id: 'c-1' } }])]);
  expect(calls).toEqual([]);
  expect(codes).toContain('adk/unnamed-call');
});
