import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { unhurried } from '../base/pace.ts';
import type { WholeReading } from '../engine/opening/whole-reading.ts';
import { liveServer, type LiveServer } from '../tools/live/testing.ts';
import type { LiveReport } from './live-protocol.ts';
import { readInOtherWorker } from './live/read-in-other-worker.ts';
import { methods } from './methods.ts';
import { type Methods, serve } from './serve.ts';

/** A reading of the whole text that was requested from another worker and is not over yet. */
interface Requested {
  readonly text: Blob;
  readonly signal: AbortSignal;
  readonly answer: (reading: WholeReading | null) => void;
}

const lines = new Blob(['{"role":"user","content":"One"}\n{"role":"user","content":"Two"}\n']);

let server: LiveServer;
let engine: Methods;
let requests: Requested[];
let arrived = () => {};
let source: string;
// Its code loads: a reading that took long would be followed by a long rest.
beforeAll(async () => void (await methods().wholeReading({ text: lines }, unhurried)));
beforeEach(async () => {
  server = await liveServer();
  requests = [];
  engine = methods({
    fromMs: 0,
    read: (text, signal) =>
      new Promise((answer) => {
        requests.push({ text, signal, answer });
        arrived();
      }),
  });
  const attached = await engine.attach(
    { to: { kind: 'relay', address: `${server.address}/live/chat` }, name: '' },
    unhurried,
  );
  if (!attached.ok) throw new Error(attached.problem.message);
  source = attached.value.source;
  await send('One', 'Two');
  await until(({ readRecords }) => readRecords === 2);
});
afterEach(async () => {
  await engine.close({ source }, unhurried);
  server.close();
});

const send = (...messages: readonly string[]) =>
  fetch(`${server.address}/live/chat`, {
    method: 'POST',
    body: messages.map((content) => JSON.stringify({ role: 'user', content })).join('\n'),
  });

/** The first report that has what a test waits for. */
async function until(isIt: (report: LiveReport) => boolean): Promise<LiveReport> {
  for (let since = -1; ;) {
    const answer = await engine.follow({ source, since }, unhurried);
    if (!answer.ok) throw new Error(answer.problem.message);
    if (isIt(answer.value)) return answer.value;
    since = answer.value.number;
  }
}

/** The request of a number, as soon as it is made: the longer a reading takes, the later is the next one. */
async function requested(number: number): Promise<Requested> {
  for (;;) {
    const request = requests[number];
    if (request !== undefined) return request;
    await new Promise<void>((resolve) => (arrived = resolve));
  }
}

async function read({ text }: Requested): Promise<WholeReading> {
  const whole = await methods().wholeReading({ text }, unhurried);
  if (!whole.ok) throw new Error(whole.problem.message);
  return whole.value;
}

async function shown() {
  const outline = await engine.openSession({ source, entry: 0 }, unhurried);
  if (!outline.ok) throw new Error(outline.problem.message);
  const { ref, turns, notes } = outline.value;
  return { revision: ref.revision, turns, notes };
}

test('new records are shown while the whole text is read in another worker, and are checked by the next reading', async () => {
  await send('Three');
  const first = await requested(0);
  await send('Four');
  expect(await until(({ readRecords }) => readRecords === 4)).toMatchObject({ isChecked: false });
  const before = await shown();
  expect(before.turns).toBe(4);
  first.answer(await read(first));
  const second = await requested(1);
  expect((await second.text.text()).trimEnd().split('\n')).toHaveLength(4);
  second.answer(await read(second));
  await until(({ isChecked }) => isChecked);
  expect(await shown()).toEqual(before);
});

test('what the other reading knows more about a session is said of it', async () => {
  await send('Three');
  const request = await requested(0);
  const { importer, sessions } = await read(request);
  const { revision } = await shown();
  const notes = [{ severity: 'assumed', code: 'import/test', message: 'Assumed.' }] as const;
  request.answer({ importer, sessions: sessions.map((session) => ({ ...session, notes })) });
  await until(({ isChecked }) => isChecked);
  expect(await shown()).toEqual({ revision: revision + 1, turns: 3, notes });
});

test.each([
  [
    'gives another session',
    ({ importer, sessions: [first] }: WholeReading) => ({
      importer,
      sessions: first ? [{ ...first, fingerprint: '' }] : [],
    }),
  ],
  [
    'gives more sessions',
    ({ importer, sessions }: WholeReading) => ({ importer, sessions: [...sessions, ...sessions] }),
  ],
  ['takes it for another format', ({ sessions }: WholeReading) => ({ importer: 'pi', sessions })],
  ['fails', () => null],
])('where the other reading %s, the whole text is read here', async (_, changed) => {
  await send('Three');
  const request = await requested(0);
  await send('Four');
  await until(({ readRecords }) => readRecords === 4);
  request.answer(changed(await read(request)));
  await until(({ isChecked }) => isChecked);
  expect([requests.length, (await shown()).turns]).toEqual([1, 4]);
});

test.each([
  ['is closed', () => engine.close({ source }, unhurried)],
  [
    'begins anew',
    () => fetch(`${server.address}/live/chat`, { method: 'PUT', body: '{"role":"user","content":"New"}\n' }),
  ],
])('a reading that was requested ends when the source %s', async (_, change) => {
  await send('Three');
  const { signal } = await requested(0);
  await change();
  await expect.poll(() => signal.aborted).toBe(true);
});

test('a session whose reception is stopped in the meantime is checked to its end', async () => {
  await send('Three');
  const request = await requested(0);
  await engine.stopReceiving({ source }, unhurried);
  request.answer(await read(request));
  expect(await until(({ isChecked }) => isChecked)).toMatchObject({ isStopped: true, readRecords: 3 });
});

/** A worker in this thread that serves an engine, or none. */
function started(served: Methods | null) {
  const { port1, port2 } = new MessageChannel();
  if (served !== null) serve(port2, served);
  const terminate = vi.fn<() => void>(() => {
    port1.close();
    port2.close();
  });
  return Object.assign(port1, { onerror: null as ((event: ErrorEvent) => void) | null, terminate });
}

const never = new AbortController().signal;

test('another worker ends when it has read the text', async () => {
  const worker = started(methods());
  const reading = await readInOtherWorker(() => worker, lines, never);
  expect(reading).toMatchObject({ importer: 'openai-chat', sessions: [{ title: 'One', notes: [{}] }] });
  expect(worker.terminate).toHaveBeenCalledOnce();
});

test('another worker that dies, is not wanted any more, or cannot start has read nothing', async () => {
  const dying = started(null);
  const reading = readInOtherWorker(() => dying, lines, never);
  dying.onerror?.(Object.assign(new Event('error'), { message: 'out of memory' }) as ErrorEvent); // Node has no such event
  const unwanted = started(null);
  const gone = new AbortController();
  const unwantedReading = readInOtherWorker(() => unwanted, lines, gone.signal);
  gone.abort();
  const missing = readInOtherWorker(
    () => {
      throw new ReferenceError('Worker is not defined');
    },
    lines,
    never,
  );
  expect(await Promise.all([reading, unwantedReading, missing])).toEqual([null, null, null]);
  for (const { terminate } of [dying, unwanted]) expect(terminate).toHaveBeenCalledOnce();
});
