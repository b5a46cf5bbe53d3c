import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { unhurried } from '../base/pace.ts';
import { liveServer, type LiveServer } from '../tools/live/testing.ts';
import type { LiveReport } from './live-protocol.ts';
import { methods } from './methods.ts';
import type { Methods } from './serve.ts';

let server: LiveServer;
let engine: Methods;
beforeEach(async () => {
  server = await liveServer();
  engine = methods();
});
afterEach(() => server.close());

const send = (name: string, body: string, method = 'POST') => fetch(`${server.address}/live/${name}`, { method, body });

async function attached(name: string): Promise<string> {
  const answer = await engine.attach(
    { to: { kind: 'relay', address: `${server.address}/live/${name}` }, name },
    unhurried,
  );
  if (!answer.ok) throw new Error(answer.problem.message);
  return answer.value.source;
}

/** The first report that has what a test waits for. */
async function until(source: string, isIt: (report: LiveReport) => boolean): Promise<LiveReport> {
  for (let since = -1; ;) {
    const answer = await engine.follow({ source, since }, unhurried);
    if (!answer.ok) throw new Error(answer.problem.message);
    if (isIt(answer.value)) return answer.value;
    since = answer.value.number;
  }
}

async function turnsOf(source: string, entry = 0): Promise<number> {
  const outline = await engine.openSession({ source, entry }, unhurried);
  if (!outline.ok) throw new Error(outline.problem.message);
  return outline.value.turns;
}

const said = (role: string, content: string) => JSON.stringify({ role, content });

test('a session grows with its records, under the same id and a new revision', async () => {
  await send('chat', said('user', 'Hello'));
  const source = await attached('chat');
  await until(source, ({ readRecords }) => readRecords === 1);
  const before = await engine.openSession({ source, entry: 0 }, unhurried);
  expect(before).toMatchObject({ ok: true, value: { turns: 1, ref: { id: `${source}:0`, revision: 1 } } });
  await send('chat', said('assistant', 'Hello, how can I help?'));
  await until(source, ({ readRecords }) => readRecords === 2);
  const after = await engine.openSession({ source, entry: 0 }, unhurried);
  expect(after).toMatchObject({ ok: true, value: { turns: 2, ref: { id: `${source}:0`, revision: 2 } } });
  await engine.close({ source }, unhurried);
});

test('records that arrive are counted by the second; those that were there before are not', async () => {
  await send('pace', `${said('user', 'One')}\n${said('user', 'Two')}`);
  const stored = Date.parse(server.streams.get('pace')?.facts.lastRecord ?? '');
  const source = await attached('pace');
  expect(await until(source, ({ lastRecord }) => lastRecord !== null)).toMatchObject({
    records: 2,
    lastRecord: stored,
    arrivals: [],
  });
  for (const content of ['Three', 'Four']) await send('pace', said('user', content));
  const { arrivals, lastRecord } = await until(
    source,
    (report) => report.records === 4 && report.lastRecord !== stored && report.arrivals.length > 0,
  );
  expect(arrivals.reduce((sum, { records }) => sum + records, 0)).toBe(2);
  expect(lastRecord).toBeGreaterThan(stored);
  await engine.close({ source }, unhurried);
});

test('the time of the last record stays known when the server restarts without records', async () => {
  await send('pace', said('user', 'One'));
  const source = await attached('pace');
  await until(source, ({ lastRecord }) => lastRecord !== null);
  server.close();
  await until(source, ({ state }) => state === 'interrupted');
  server = await liveServer({ port: Number(new URL(server.address).port) });
  await until(source, ({ state }) => state === 'connected');
  const times = new Set<number | null>();
  await send('pace', said('user', 'Two'));
  await until(source, ({ records, lastRecord }) => times.add(lastRecord) && records === 2);
  expect(times).not.toContain(null);
  await engine.close({ source }, unhurried);
});

test('before the first record a stream waits, and what is no recording is named with its reason', async () => {
  const source = await attached('later');
  expect(await until(source, () => true)).toMatchObject({ state: 'waiting', records: 0, opened: null });
  await send('later', '{"temperature": 21.5}');
  expect(await until(source, ({ problem }) => problem !== null)).toMatchObject({ state: 'connected', opened: null });
  await send('later', `${said('user', 'Hello')}\n${said('assistant', 'Hi')}`, 'PUT');
  expect(await until(source, ({ opened }) => opened !== null)).toMatchObject({ problem: null });
  await engine.close({ source }, unhurried);
});

test('a log that begins with records about the session is shown when its first turn arrives', async () => {
  const fixture = join(import.meta.dirname, '../engine/importers/codex/fixtures/escalation.jsonl');
  const [about = '', ...lines] = readFileSync(fixture, 'utf8').trimEnd().split('\n');
  await send('codex', about);
  const source = await attached('codex');
  const { opened, problem } = await until(source, ({ readRecords }) => readRecords === 1);
  expect([opened, problem?.code]).toEqual([null, 'live/no-turns']);
  await send('codex', lines.join('\n'));
  expect(await until(source, ({ readRecords }) => readRecords > 1)).toMatchObject({ problem: null });
  expect(await turnsOf(source)).toBeGreaterThan(0);
  await engine.close({ source }, unhurried);
});

const spanOf = (name: string) => ({ traceId: 'a1', spanId: name, name, startTimeUnixNano: '1', endTimeUnixNano: '2' });
const spansOf = (...names: readonly string[]) =>
  JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: names.map(spanOf) }] }] });
const logsOf = (...names: readonly string[]) =>
  JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: names.map((eventName) => ({ eventName })) }] }] });

test.each([
  [
    'live/no-calls',
    [spansOf('GET /cart', 'SELECT'), spansOf('GET /cart')],
    /^3 spans received, none of them a model or tool call: GET \/cart, SELECT\. Turn on /,
  ],
  ['live/no-calls', [logsOf('start')], /^1 log record received, .*: start\. .*OTEL_TRACES_EXPORTER=otlp/],
  ['live/unknown-format', ['{"warmth": 21, "at": 7}', '{"warmth": 22}'], /^2 records received .*“warmth”, “at”/],
  ['live/html', ['<!DOCTYPE html>\n<title>Sign in</title>'], /^A page of HTML was received/],
])('%s: what arrived and what to do about it are named', async (code, texts, message) => {
  server.streams.open('wrong', 'file')?.append(texts.map((text) => `${text}\n`));
  const source = await attached('wrong');
  const { problem } = await until(source, (report) => report.readRecords === texts.length);
  expect(problem).toEqual({ code, message: expect.stringMatching(message) as string });
  await engine.close({ source }, unhurried);
});

test('a context that is posted after each step takes the place of the one before', async () => {
  for (const count of [1, 2, 3]) await send('context', JSON.stringify(adkSession(count)));
  const source = await attached('context');
  const report = await until(source, ({ readRecords }) => readRecords === 3);
  expect(report.opened?.sessions).toHaveLength(1);
  await engine.close({ source }, unhurried);
});

const adkSession = (count: number) => ({
  session: { id: 's-1', app_name: 'shop', user_id: 'u-1', state: { count }, events: [], last_update_time: 1.5 },
});

test('a context that arrives in pieces is read as one', async () => {
  const pieces = JSON.stringify(adkSession(1), null, 2).split(/(?<=\n)/);
  const stream = server.streams.open('file', 'file');
  stream?.append(pieces);
  const source = await attached('file');
  const report = await until(source, ({ readRecords }) => readRecords === pieces.length);
  expect(report).toMatchObject({ problem: null, opened: { sessions: [{}] } });
  await engine.close({ source }, unhurried);
});

test('the events that follow a session file go on with its session', async () => {
  const header = { format: 'contextscope/session', version: 1, system: 'task', header: { title: 'Sent' }, events: [] };
  await send('events', JSON.stringify(header));
  const source = await attached('events');
  await until(source, ({ readRecords }) => readRecords === 1);
  for (const text of ['One', 'Two'])
    await send('events', JSON.stringify({ type: 'input-received', message: [{ mimeType: 'text/plain', text }] }));
  const { problem } = await until(source, ({ records, readRecords }) => records === 3 && readRecords === 3);
  expect([problem, await turnsOf(source)]).toEqual([null, 2]);
  await engine.close({ source }, unhurried);
});

test('a conversation in place of a context grows by its messages', async () => {
  await send('mixed', JSON.stringify(adkSession(1)));
  const source = await attached('mixed');
  await until(source, ({ readRecords }) => readRecords === 1);
  await send('mixed', `${said('user', 'Hello')}\n${said('assistant', 'Hi')}`, 'PUT');
  for (const role of ['user', 'assistant']) await send('mixed', said(role, 'More'));
  await until(
    source,
    ({ opened, records, readRecords }) =>
      opened?.importer === 'openai-chat' && readRecords === records && records === 3,
  );
  expect(await turnsOf(source)).toBe(4);
  await engine.close({ source }, unhurried);
});

test('a stream that the server refuses is not tried again, and its sentence is shown', async () => {
  const source = await attached('x'.repeat(300));
  const { trouble } = await until(source, ({ state }) => state === 'refused');
  expect(trouble).toContain('200 characters');
  await engine.close({ source }, unhurried);
});

test('turns that are inserted before others are reported, so that the cursor stays at its turn', async () => {
  await send('late', `${said('user', 'One')}\n${said('user', 'Three')}`);
  const source = await attached('late');
  await until(source, ({ readRecords }) => readRecords === 2);
  await engine.openSession({ source, entry: 0 }, unhurried);
  await send('late', `${said('user', 'One')}\n${said('user', 'Two')}\n${said('user', 'Three')}`, 'PUT');
  const { moves } = await until(source, (report) => report.moves.length > 0);
  expect(moves).toEqual([{ entry: 0, revision: 2, from: 1, by: 1 }]);
  await engine.close({ source }, unhurried);
});

/** An export of OpenTelemetry with one call of a model. */
const modelCall = (second: number, question: string, answer: string) => {
  const message = (role: string, content: string) => JSON.stringify([{ role, parts: [{ type: 'text', content }] }]);
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.input.messages': message('user', question),
    'gen_ai.output.messages': message('assistant', answer),
  };
  const span = {
    traceId: 'a1',
    spanId: `b${second}`,
    name: 'chat',
    startTimeUnixNano: `${second}000000000`,
    endTimeUnixNano: `${second + 1}000000000`,
    attributes: Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } })),
  };
  return JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
};

test('a late span is inserted where it began, and is judged there', async () => {
  const rule = {
    expression: '!output.message.exists(m, m.text == "Two")',
    hook: 'guardrail.after',
    match: null,
  } as const;
  await send('spans', [modelCall(10, 'First?', 'One'), modelCall(30, 'Third?', 'Three')].join('\n'));
  const source = await attached('spans');
  await until(source, ({ readRecords }) => readRecords === 2);
  await engine.openSession({ source, entry: 0 }, unhurried);
  await engine.watch({ source, watched: { rules: { rule }, decisions: {} } }, unhurried);
  await send('spans', modelCall(20, 'Second?', 'Two'));
  const { moves, fires } = await until(source, (report) => report.readRecords === 3 && report.moves.length > 0);
  expect(moves).toEqual([{ entry: 0, revision: 2, from: 2, by: 2 }]);
  expect(fires.latest.map(({ turn }) => turn)).toEqual([3]);
  await engine.close({ source }, unhurried);
});

test('a file that was cut shorter is read again, and followed further', async () => {
  await send('shorter', ['One', 'Two', 'Three'].map((text) => said('user', text)).join('\n'));
  const source = await attached('shorter');
  await until(source, ({ readRecords }) => readRecords === 3);
  expect(await turnsOf(source)).toBe(3);
  await send('shorter', `${said('user', 'One')}\n${said('user', 'Other')}`, 'PUT');
  await until(source, ({ records, readRecords }) => records === 1 && readRecords === 1);
  expect(await turnsOf(source)).toBe(2);
  await send('shorter', said('user', 'Next'));
  await until(source, ({ readRecords, isChecked }) => readRecords === 2 && isChecked);
  expect(await turnsOf(source)).toBe(3);
  await engine.close({ source }, unhurried);
});

test('a session that a paused view holds stays as it is while its stream grows', async () => {
  await send('paused', said('user', 'One'));
  const source = await attached('paused');
  await until(source, ({ readRecords }) => readRecords === 1);
  const before = await engine.openSession({ source, entry: 0 }, unhurried);
  if (!before.ok) throw new Error(before.problem.message);
  const { ref } = before.value;
  await engine.hold({ session: ref }, unhurried);
  await send('paused', said('assistant', 'Two'));
  await until(source, ({ readRecords }) => readRecords === 2);
  const rows = async () => {
    const answer = await engine.rows({ session: ref, from: 0, to: 9 }, unhurried);
    return answer.ok ? answer.value.length : 0;
  };
  expect([await rows(), await turnsOf(source)]).toEqual([1, 2]);
  await engine.release({ session: ref }, unhurried);
  expect(await rows()).toBe(2);
  await engine.close({ source }, unhurried);
});

describe('a watched rule', () => {
  const refund = (amount: number) => [
    JSON.stringify({
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: `call-${amount}`, type: 'function', function: { name: 'refund', arguments: `{"amount": ${amount}}` } },
      ],
    }),
    JSON.stringify({ role: 'tool', tool_call_id: `call-${amount}`, content: '{"ok": true}' }),
  ];
  const rule = { expression: 'input.amount <= 1000', hook: 'middleware.before', match: 'refund' } as const;
  const policy = `
guardrails:
  before:
    - assert: '!input.messages.exists(m, m.content.contains("secret"))'
capabilities:
  refund:
    before:
      - assert: input.amount <= 1000
      - assert: input.amount != 3000
`;
  const refunds = async (name: string, ...amounts: readonly number[]) => send(name, amounts.flatMap(refund).join('\n'));

  test('counts where it fires from then on, not what was there before', async () => {
    await send('watched', said('user', 'Refund me'));
    await refunds('watched', 2000);
    const source = await attached('watched');
    await until(source, ({ readRecords }) => readRecords === 3);
    await engine.watch({ source, watched: { rules: { rule }, decisions: {} } }, unhurried);
    await refunds('watched', 10, 3000, 4000);
    const { fires } = await until(source, ({ readRecords }) => readRecords === 9);
    expect(fires).toEqual({
      total: 2,
      latest: [6, 8].map((turn) => ({ entry: 0, turn, rule: 'input.amount <= 1000' })),
    });
    await engine.watch({ source, watched: null }, unhurried);
    await refunds('watched', 5000);
    expect(await until(source, ({ readRecords }) => readRecords === 11)).toMatchObject({ fires: { total: 2 } });
    await engine.close({ source }, unhurried);
  });

  test('of a policy is named, and its turn follows when turns are inserted before it', async () => {
    const source = await attached('policy');
    await engine.watch({ source, watched: { rules: { policy }, decisions: {} } }, unhurried);
    await send('policy', said('user', 'Refund me'));
    await until(source, ({ readRecords }) => readRecords === 1);
    await refunds('policy', 3000);
    const { fires } = await until(source, ({ readRecords }) => readRecords === 3);
    expect(fires.latest.map(({ turn, rule: title }) => [turn, title])).toEqual([
      [2, 'refund before 1'],
      [2, 'refund before 2'],
    ]);
    await engine.openSession({ source, entry: 0 }, unhurried);
    const all = [said('user', 'Hello'), said('assistant', 'Hi'), said('user', 'Refund me'), ...refund(3000)];
    await send('policy', all.join('\n'), 'PUT');
    const moved = await until(source, ({ moves }) => moves.length > 0);
    expect(moved.fires).toMatchObject({ total: 2, latest: [{ turn: 4 }, { turn: 4 }] });
    await engine.close({ source }, unhurried);
  });

  test('that arrives with the first record of a stream is new', async () => {
    const source = await attached('empty');
    await engine.watch({ source, watched: { rules: { rule }, decisions: {} } }, unhurried);
    await refunds('empty', 2000);
    expect(await until(source, ({ readRecords }) => readRecords === 2)).toMatchObject({ fires: { total: 1 } });
    await engine.close({ source }, unhurried);
  });

  test('of a text that is no policy is refused', async () => {
    const source = await attached('refused');
    const answer = await engine.watch({ source, watched: { rules: { policy: '[' }, decisions: {} } }, unhurried);
    expect(answer).toMatchObject({ ok: false });
    await engine.close({ source }, unhurried);
  });
});

test.each([
  ['goes on', 'POST', [said('assistant', 'Hi')]],
  ['begins anew', 'PUT', [said('user', 'Hello'), said('assistant', 'Hi')]],
])('when the relay was restarted and its sender %s, nothing is lost and nothing doubled', async (_, method, lines) => {
  const port = Number(new URL(server.address).port);
  await send('chat', said('user', 'Hello'));
  const source = await attached('chat');
  await until(source, ({ readRecords }) => readRecords === 1);
  server.close();
  await until(source, ({ state }) => state === 'interrupted');
  server = await liveServer({ port });
  await send('chat', lines[0] ?? '', method);
  for (const line of lines.slice(1)) await send('chat', line);
  await until(source, ({ state, records, readRecords }) => state === 'connected' && records === 2 && readRecords === 2);
  expect(await turnsOf(source)).toBe(2);
  await engine.close({ source }, unhurried);
});

test('the end of a stream is shown, and a closed source is followed no more', async () => {
  await send('chat', said('user', 'Hello'));
  const source = await attached('chat');
  await send('chat', '', 'DELETE');
  await until(source, ({ state }) => state === 'ended');
  await engine.close({ source }, unhurried);
  expect(await engine.follow({ source, since: 0 }, unhurried)).toMatchObject({
    ok: false,
    problem: { code: 'live/closed' },
  });
});

describe('a recording that arrives line by line is the session that it is when it is opened at once', () => {
  test.each(['claude-code', 'codex', 'pi', 'qwen-code'])('%s', async (importer) => {
    const folder = join(import.meta.dirname, '../engine/importers', importer, 'fixtures');
    const { readdirSync } = await import('node:fs');
    const name = readdirSync(folder).find((file) => file.endsWith('.jsonl')) ?? '';
    const text = readFileSync(join(folder, name), 'utf8');
    const whole = await engine.open({ text, name }, unhurried);
    const source = await attached(importer);
    const lines = text.trimEnd().split('\n');
    for (const line of lines) await send(importer, line);
    await until(source, ({ readRecords }) => readRecords === lines.length);
    expect(whole.ok && (await turnsOf(source))).toBe(whole.ok && (await turnsOf(whole.value.source)));
    await engine.close({ source }, unhurried);
  });
});
