import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { unhurried } from '../base/pace.ts';
import type { Result } from '../base/result.ts';
import type { Problem } from '../engine/model/problem.ts';
import { root } from '../tools/setup/run.ts';
import type { LiveReport, PlayControls } from './live-protocol.ts';
import { methods } from './methods.ts';
import type { SessionOutline } from './protocol.ts';
import type { Methods } from './serve.ts';

let engine: Methods;
beforeEach(() => {
  engine = methods();
});

function done<T>(result: Result<T, Problem>): T {
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
}

const opened = async (source: string): Promise<SessionOutline> =>
  done(await engine.openSession({ source, entry: 0 }, unhurried));

async function recordingIn(path: string): Promise<SessionOutline> {
  const text = readFileSync(join(root, path), 'utf8');
  return opened(done(await engine.open({ text, name: path }, unhurried)).source);
}

/** Plays a session in the engine that has it; the page plays it in another worker. */
async function played({ ref }: SessionOutline, controls: Partial<PlayControls> = {}): Promise<string> {
  const playable = done(await engine.playable({ session: ref }, unhurried));
  const to = { kind: 'playback', ...playable, isPlaying: true, speed: Infinity, played: 0, ...controls } as const;
  return done(await engine.attach({ to, name: 'played' }, unhurried)).source;
}

async function until(source: string, isIt: (report: LiveReport) => boolean): Promise<LiveReport> {
  for (let since = -1; ;) {
    const report = done(await engine.follow({ source, since }, unhurried));
    if (isIt(report)) return report;
    since = report.number;
  }
}

const isAllRead = ({ state, records, readRecords }: LiveReport) => state === 'ended' && readRecords === records;

const withoutPlace = ({ ref: _ref, importer: _importer, notes: _notes, ...outline }: SessionOutline) => outline;

const samples = readdirSync(join(root, 'public/samples')).filter((name) => name.endsWith('.ctx.json'));

test.each([
  ...samples.map((name) => `public/samples/${name}`),
  'src/engine/importers/claude-code/fixtures/rejection.jsonl',
  'e2e/pasted/task-context.py.txt',
])('%s is the same session after it was played', async (path) => {
  const recording = await recordingIn(path);
  const source = await played(recording);
  const { playback } = await until(source, isAllRead);
  expect(playback).toMatchObject({ played: playback?.total });
  expect(withoutPlace(await opened(source))).toEqual(withoutPlace(recording));
});

test('a recording whose fields were mapped is played as the events of its session', async () => {
  const events = [
    { event: 'user_message', utterance: 'Where is it?' },
    { event: 'tool_call', ref: 't1', tool: 'look', params: { order: 1 } },
    { event: 'tool_result', ref: 't1', result: 'on its way' },
    { event: 'agent_message', utterance: 'It is on its way' },
  ];
  const text = events.map((event) => JSON.stringify(event)).join('\n');
  const answer = await engine.open({ text, name: 'own' }, unhurried);
  expect(answer).toMatchObject({ ok: true, value: { importer: 'mapped' } });
  const recording = await opened(done(answer).source);
  const source = await played(recording);
  await until(source, isAllRead);
  expect((await opened(source)).turns).toBe(recording.turns);
});

test('a rule that is watched meanwhile counts where the recording makes it fire', async () => {
  const source = await played(await recordingIn('public/samples/hidden-order.ctx.json'), { isPlaying: false });
  await until(source, ({ records, readRecords }) => records === 2 && readRecords === 2);
  const rule = { expression: 'false', hook: 'middleware.before', match: 'send_money' } as const;
  await engine.watch({ source, watched: { rules: { rule }, decisions: {} } }, unhurried);
  await engine.play({ source, controls: { isPlaying: true } }, unhurried);
  const { fires } = await until(source, isAllRead);
  expect(fires.total).toBeGreaterThan(0);
});

test('a playback begins again with its first record', async () => {
  const source = await played(await recordingIn('public/samples/asks-back.ctx.json'));
  await until(source, isAllRead);
  const { turns } = await opened(source);
  await engine.play({ source, controls: { restart: true, isPlaying: false } }, unhurried);
  await until(source, ({ records, playback }) => records === 2 && playback?.played === 2);
  await engine.play({ source, controls: { isPlaying: true } }, unhurried);
  await until(source, isAllRead);
  expect((await opened(source)).turns).toBe(turns);
});

test('what has arrived when the reception is stopped stays, also in a new worker', async () => {
  const text = ['One', 'Two', 'Three'].map((content) => JSON.stringify({ role: 'user', content })).join('\n');
  const recording = await opened(done(await engine.open({ text, name: 'chat' }, unhurried)).source);
  const playable = done(await engine.playable({ session: recording.ref }, unhurried));
  const to = { kind: 'playback', ...playable, isPlaying: false, speed: 1, played: 2 } as const;
  const { source } = done(await engine.attach({ to, name: 'chat' }, unhurried));
  await until(source, ({ records }) => records === 2);
  await engine.stopReceiving({ source }, unhurried);
  await engine.play({ source, controls: { isPlaying: true, speed: Infinity } }, unhurried);
  expect(await until(source, isAllRead)).toMatchObject({ isStopped: true, records: 2 });
  const arrived = done(await engine.arrived({ source }, unhurried));
  expect(arrived.isJson).toBe(true);
  expect(await arrived.text.text()).toBe(`${text.split('\n').slice(0, 2).join('\n')}\n`);

  engine = methods();
  await engine.attach({ to: { kind: 'kept', ...arrived }, name: 'chat', source }, unhurried);
  expect(await until(source, (report) => report.records === 2 && isAllRead(report))).toMatchObject({
    isStopped: true,
  });
  expect((await opened(source)).turns).toBe(2);
});

test('a session that is not attached can be neither played nor stopped', async () => {
  for (const answer of [
    await engine.play({ source: 'l9', controls: {} }, unhurried),
    await engine.stopReceiving({ source: 'l9' }, unhurried),
    await engine.arrived({ source: 'l9' }, unhurried),
  ])
    expect(answer).toMatchObject({ ok: false, problem: { code: 'live/closed' } });
});
