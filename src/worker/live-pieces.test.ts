import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { seed } from '../engine/fuzz/testing.ts';
import { unhurried } from '../base/pace.ts';
import { fixtures } from '../engine/importers/battery/testing.ts';
import type { LiveReport } from './live-protocol.ts';
import type { Opened } from './protocol.ts';
import { methods } from './methods.ts';
import type { Methods } from './serve.ts';

const here = methods();
/** The result of reading only new records is compared with a reading of the whole text in another worker, and not replaced by it. */
const withOtherWorker = methods({
  fromMs: 0,
  async read(text) {
    const read = await here.wholeReading({ text }, unhurried);
    return read.ok ? read.value : null;
  },
});
const streams = new Map<string, ReadableStreamDefaultController<Uint8Array>>();

beforeAll(() => {
  vi.stubGlobal('fetch', async (address: string) => {
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void streams.set(address, controller) });
    return new Response(body);
  });
});
afterAll(() => vi.unstubAllGlobals());

/** All sessions of a source, and of some of them: header, events, report, the last turns and their places in the text. */
async function shown(engine: Methods, source: string, { importer, sessions }: Opened): Promise<unknown> {
  const all: unknown[] = [importer, sessions];
  for (let entry = 0; entry < Math.min(sessions.length, 4); entry++) {
    const outline = await engine.openSession({ source, entry }, unhurried);
    if (!outline.ok) {
      all.push(outline.problem);
      continue;
    }
    const { ref: session, turns, ...facts } = outline.value;
    const file = await engine.exportSession({ session }, unhurried);
    const rows = await engine.rows({ session, from: Math.max(0, turns - 20), to: turns }, unhurried);
    const columns = await engine.turnColumns({ session }, unhurried);
    const raw = await engine.raw({ session, turn: Math.max(0, turns - 1), from: null }, unhurried);
    all.push([facts, file, rows, columns, raw]);
  }
  return all;
}

/** The first report that has what a test waits for. */
async function until(engine: Methods, source: string, isIt: (report: LiveReport) => boolean): Promise<LiveReport> {
  for (let since = -1; ;) {
    const answer = await engine.follow({ source, since }, unhurried);
    if (!answer.ok) throw new Error(answer.problem.message);
    if (isIt(answer.value)) return answer.value;
    since = answer.value.number;
  }
}

let count = 0;

/** What is shown of a text that arrives in pieces, and of the same text when it is opened at once. */
async function bothWays(
  engine: Methods,
  text: string,
  pieces: readonly string[],
): Promise<readonly [unknown, unknown]> {
  const address = `http://live.test/${count++}`;
  const attached = await engine.attach({ to: { kind: 'relay', address }, name: 'pieces' }, unhurried);
  if (!attached.ok) throw new Error(attached.problem.message);
  const { source } = attached.value;
  await expect.poll(() => streams.has(address)).toBe(true);
  const send = (event: string, content: unknown) =>
    streams
      .get(address)
      ?.enqueue(new TextEncoder().encode(`id: 1\nevent: ${event}\ndata: ${JSON.stringify(content)}\n\n`));
  send('state', { isEnded: false, dropped: 0, lastRecord: null });
  for (const [index, piece] of pieces.entries()) {
    send('append', piece);
    const { opened } = await until(engine, source, ({ readRecords }) => readRecords === index + 1);
    // The value kept for the next answer must not be from a text that was cut off.
    const session = opened && (await engine.openSession({ source, entry: 0 }, unhurried));
    if (session?.ok === true) await engine.turnColumns({ session: session.value.ref }, unhurried);
  }
  const { opened, problem } = await until(engine, source, (report) => report.isChecked || report.problem !== null);
  const whole = await engine.open({ text, name: 'whole' }, unhurried);
  const grown = opened === null || problem !== null ? 'no recording' : await shown(engine, source, opened);
  const atOnce = whole.ok ? await shown(engine, whole.value.source, whole.value) : 'no recording';
  await engine.close({ source }, unhurried);
  if (whole.ok) await engine.close({ source: whole.value.source }, unhurried);
  return [grown, atOnce];
}

const piecesOf = (text: string, cuts: readonly number[]): readonly string[] => {
  const ends = [...new Set([...cuts, text.length])].filter((end) => end > 0).toSorted((a, b) => a - b);
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
};

describe.each(fixtures)('$owner/fixtures/$name', { timeout: 120_000 }, ({ text }) => {
  test(`fed piece by piece is what it is when it is opened at once (seed ${seed})`, async () => {
    const anywhere = fc.nat(text.length);
    const atLines = [...text.matchAll(/\n/g)].map(({ index }) => index + 1);
    const atLine = atLines.length === 0 ? anywhere : fc.constantFrom(...atLines);
    const cuts = fc.oneof(
      fc.array(anywhere, { minLength: 1, maxLength: 2 }),
      fc.array(atLine, { minLength: 2, maxLength: 5 }),
    );
    await fc.assert(
      fc.asyncProperty(cuts, fc.boolean(), async (chosen, isHere) => {
        const [grown, atOnce] = await bothWays(isHere ? here : withOtherWorker, text, piecesOf(text, chosen));
        expect(grown).toEqual(atOnce);
      }),
      { numRuns: 1, seed, endOnFailure: true },
    );
  });
});
