// @vitest-environment jsdom
import { Blob as NodeBlob } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../engine/model/problem.ts';
import { type EngineClient, ProblemError } from '../../worker/connect.ts';
import { createEngine, type Spawned } from './client.ts';
import { spawnInProcess } from './testing.ts';

const chat = JSON.stringify({
  messages: [
    { role: 'user', content: 'hi' },
    { role: 'assistant', content: 'hello' },
  ],
});

/** Time that passes when a test says so. */
function handClock() {
  let now = 0;
  const ticks = new Set<() => void>();
  return {
    now: () => now,
    every(_milliseconds: number, tick: () => void) {
      ticks.add(tick);
      return () => ticks.delete(tick);
    },
    pass(milliseconds: number) {
      now += milliseconds;
      for (const tick of ticks) tick();
    },
  };
}

/** An engine that takes calls and never answers. */
function spawnDeaf(): Spawned {
  return { postMessage() {}, onmessage: null, onerror: null, terminate() {} };
}

const hanging: Spawned[] = [];

/** An engine that never comes to the end of a text; `given` lists what each was given, by name. */
function spawnHanging(given: string[][], onEnd: () => void = () => {}): Spawned {
  const names: string[] = [];
  given.push(names);
  const worker: Spawned = {
    postMessage(message) {
      const { input } = message as { readonly input?: { readonly name?: string } }; // a call, as the page sends it
      if (input?.name !== undefined) names.push(input.name);
    },
    onmessage: null,
    onerror: null,
    terminate: onEnd,
  };
  hanging.push(worker);
  return worker;
}

/** The first worker is the real engine, all others hang. */
function readerThatHangs() {
  const spawned = { hanging: [] as { ended: boolean; readonly given: readonly string[] }[] };
  let isFirst = true;
  const spawn = () => {
    if (isFirst) {
      isFirst = false;
      return spawnInProcess();
    }
    const given: string[][] = [];
    const one = { ended: false, given: [] as readonly string[] };
    const worker = spawnHanging(given, () => {
      one.ended = true;
    });
    one.given = given[0] ?? [];
    spawned.hanging.push(one);
    return worker;
  };
  return { spawned, spawn };
}

/** The first worker is `first`, those that replace it are the real engine. */
function engineAfter(first: Spawned) {
  const waiting = [first];
  const clock = handClock();
  const engine = createEngine(() => waiting.pop() ?? spawnInProcess(), clock);
  const sentences: Problem[] = [];
  engine.onReplaced((problem) => sentences.push(problem));
  return { engine, clock, sentences };
}

describe('the engine behind its port', () => {
  it('opens a text and answers questions about its sessions', async () => {
    const { client, dispose } = createEngine(spawnInProcess, handClock());
    const { source, sessions } = await client.open({ text: chat, name: 'chat.json' });
    expect(sessions).toHaveLength(1);
    const { ref, turns } = await client.openSession({ source, entry: 0 });
    expect(turns).toBe(2);
    expect(await client.rows({ session: ref, from: 1, to: 9 })).toMatchObject([{ index: 1, kind: 'llm' }]);
    dispose();
  });

  it('tells a problem as a problem', async () => {
    const { client, dispose } = createEngine(spawnInProcess, handClock());
    await expect(client.open({ text: '{"nothing": "known"}', name: 'x' })).rejects.toBeInstanceOf(ProblemError);
    dispose();
  });

  it('fails waiting calls with a sentence when the worker dies, and goes on with a new one', async () => {
    const deaf = spawnDeaf();
    const { engine, sentences } = engineAfter(deaf);
    const waiting = engine.client.open({ text: chat, name: 'chat.json' });
    deaf.onerror?.(new ErrorEvent('error', { message: 'out of memory', cancelable: true }));
    await expect(waiting).rejects.toMatchObject({ problem: { code: 'engine/died' } });
    expect(sentences).toHaveLength(1);
    expect((await engine.client.open({ text: chat, name: 'chat.json' })).sessions).toHaveLength(1);
    engine.dispose();
  });

  it('does not start for ever what dies whenever it starts, and tries once more when it is asked again', async () => {
    const spawned: Spawned[] = [];
    let isMended = false;
    const engine = createEngine(() => {
      const worker = isMended ? spawnInProcess() : spawnDeaf();
      spawned.push(worker);
      return worker;
    }, handClock());
    const die = () =>
      spawned.at(-1)?.onerror?.(new ErrorEvent('error', { message: 'no such script', cancelable: true }));
    const asked = () => engine.client.open({ text: chat, name: 'chat.json' });
    const first = asked();
    die();
    await expect(first).rejects.toThrow('A new one has started');
    die();
    const third = asked();
    die();
    await expect(third).rejects.toThrow('stops whenever it starts (no such script)');
    expect(spawned).toHaveLength(3);
    const fourth = asked();
    expect(spawned).toHaveLength(4);
    die();
    await expect(fourth).rejects.toThrow('Reload the page');
    isMended = true;
    expect((await asked()).sessions).toHaveLength(1);
    expect(spawned).toHaveLength(5);
    engine.dispose();
  });

  it('replaces a worker that has been silent for too long, and not one that has nothing to do', async () => {
    const { engine, clock, sentences } = engineAfter(spawnDeaf());
    clock.pass(100_000);
    const waiting = engine.client.close({ source: 's1' });
    clock.pass(5_000);
    expect(sentences).toEqual([]);
    clock.pass(5_000);
    await expect(waiting).rejects.toMatchObject({ problem: { code: 'engine/stuck' } });
    engine.dispose();
  });

  it('gives a new worker the texts that were open, under the ids they had', async () => {
    const workers: Spawned[] = [];
    const engine = createEngine(() => {
      const worker = spawnInProcess();
      workers.push(worker);
      return worker;
    }, handClock());
    const { source } = await engine.client.open({ text: chat, name: 'chat.json' });
    const { ref } = await engine.client.openSession({ source, entry: 0 });
    workers[0]?.onerror?.(new ErrorEvent('error', { message: 'crash', cancelable: true }));
    expect(await engine.client.rows({ session: ref, from: 0, to: 9 })).toHaveLength(2);
    engine.dispose();
  });

  it('gives a new worker the text that a mapping is being made for', async () => {
    const first = spawnInProcess();
    const { engine } = engineAfter(first);
    await engine.client.readDraft({ draft: 'draft 1', text: '{"log": [{"who": "a", "said": "hi"}]}' });
    first.onerror?.(new ErrorEvent('error', { message: 'crash', cancelable: true }));
    expect(await engine.client.draftChildren({ draft: 'draft 1', path: [] })).toMatchObject([{ key: 'log' }]);
    engine.dispose();
  });

  it('gives a new worker the runs that were open, as far as they had come', async () => {
    const first = spawnInProcess();
    const { engine } = engineAfter(first);
    const { client } = engine;
    const run = await client.startRun({ start: { system: 'task', given: '' } });
    const { ref } = run.session;
    await client.perform({ session: ref, call: { line: 'task.llm(1, 2)' } });
    await client.perform({ session: ref, call: { line: 'task.llm(wrong=2)' } });
    const branch = await client.branch({ session: ref, step: 1 });
    await client.perform({ session: branch.session.ref, call: { line: 'task.close()' } });
    await client.close({ source: run.source });
    first.onerror?.(new ErrorEvent('error', { message: 'out of memory', cancelable: true }));
    const steps = await client.runSteps({ session: branch.session.ref, from: 0, to: 9 });
    expect(steps.map(({ op }) => op)).toEqual(['llm', 'close']);
    await expect(client.rewind({ session: ref, step: 0 })).rejects.toThrow('no longer open');
    expect((await client.startRun({ start: { system: 'task', given: '' } })).source).not.toBe(run.source);
    engine.dispose();
  });

  it('goes on with the open session while a text is read, and ends the worker of a text that nobody wants any more', async () => {
    const { spawned, spawn } = readerThatHangs();
    const engine = createEngine(spawn, handClock());
    const { source } = await engine.client.open({ text: chat, name: 'chat.json' });
    const { ref } = await engine.client.openSession({ source, entry: 0 });
    const wanted = new AbortController();
    const slow = engine.client.open({ text: 'slow', name: 'slow.txt' }, { signal: wanted.signal });
    expect(await engine.client.rows({ session: ref, from: 0, to: 9 })).toHaveLength(2);
    await expect.poll(() => spawned.hanging).toHaveLength(1);
    wanted.abort();
    await expect(slow).rejects.toThrow('no longer wanted');
    expect(spawned.hanging).toEqual([{ ended: true, given: ['slow.txt'] }]);
    expect(await engine.client.rows({ session: ref, from: 0, to: 9 })).toHaveLength(2);
    engine.dispose();
  });

  describe('files that are not open', () => {
    // A Blob of jsdom does not pass through a port; the types of the two differ in nothing that is used here.
    const file = new NodeBlob([chat]) as Blob;
    const recording = { id: 'chat', name: 'chat.json.gz', kind: 'file', file } as const;
    const judged = {
      recording,
      from: 0,
      rules: [{ kind: 'rule', rule: { expression: 'true', hook: 'turn', match: null } }],
      policy: null,
      remembered: [],
      decisions: {},
    } as const;

    it.each([
      ['unpacked', (client: EngineClient, signal: AbortSignal) => client.readRecording({ recording }, { signal })],
      ['listed', (client: EngineClient, signal: AbortSignal) => client.listArchive({ archive: file }, { signal })],
    ])('ends the worker in which a file is %s as soon as nobody wants it any more', async (_what, read) => {
      const { spawned, spawn } = readerThatHangs();
      const engine = createEngine(spawn, handClock());
      const { source } = await engine.client.open({ text: chat, name: 'chat.json' });
      const { ref } = await engine.client.openSession({ source, entry: 0 });
      const wanted = new AbortController();
      const slow = read(engine.client, wanted.signal);
      await expect.poll(() => spawned.hanging).toHaveLength(1);
      expect(await engine.client.rows({ session: ref, from: 0, to: 9 })).toHaveLength(2);
      wanted.abort();
      await expect(slow).rejects.toThrow('no longer wanted');
      expect(spawned.hanging).toMatchObject([{ ended: true }]);
      expect(await engine.client.rows({ session: ref, from: 0, to: 9 })).toHaveLength(2);
      engine.dispose();
    });

    it('judges on in another worker when one does not stop, and ends that one half a second later', async () => {
      const workers = [spawnInProcess(), spawnHanging([]), spawnInProcess()];
      const ended: Spawned[] = [];
      const clock = handClock();
      const engine = createEngine(() => {
        const worker = workers.shift();
        if (worker === undefined) throw new Error('more workers than expected');
        const { terminate } = worker;
        return Object.assign(worker, { terminate: () => (ended.push(worker), terminate()) });
      }, clock);
      const [stuck] = workers;
      const wanted = new AbortController();
      const slow = engine.client.backtest(judged, { signal: wanted.signal });
      await expect.poll(() => workers.length).toBe(1);
      wanted.abort();
      await expect(slow).rejects.toThrow('no longer wanted');
      expect(await engine.client.backtest(judged)).toMatchObject({ total: 1, next: null });
      expect(ended).toEqual([]);
      clock.pass(600);
      await expect.poll(() => ended).toEqual([stuck]);
      engine.dispose();
    });

    it('keeps a worker that stops judging when it is asked to', async () => {
      let workers = 0;
      const engine = createEngine(() => {
        workers += 1;
        return spawnInProcess();
      }, handClock());
      for (let round = 0; round < 3; round++) {
        const wanted = new AbortController();
        const slow = engine.client.backtest(judged, { signal: wanted.signal });
        setImmediate(() => wanted.abort());
        await expect(slow).rejects.toThrow('no longer wanted');
        // Once it has stopped it judges again; while it has not, one more worker does.
        expect(await engine.client.backtest(judged)).toMatchObject({ total: 1, next: null });
      }
      expect(workers).toBeLessThanOrEqual(3);
      engine.dispose();
    });
  });

  it('gives up a text that takes too long with a sentence, and reads it no second time', async () => {
    const { spawned, spawn } = readerThatHangs();
    const clock = handClock();
    const engine = createEngine(spawn, clock);
    const told: Problem[] = [];
    engine.onReplaced((problem) => told.push(problem));
    const { source } = await engine.client.open({ text: chat, name: 'chat.json' });
    const slow = engine.client.open({ text: 'slow', name: 'slow.txt' });
    await expect.poll(() => spawned.hanging).toHaveLength(1);
    for (let second = 0; second < 62; second++) clock.pass(1000);
    await expect(slow).rejects.toMatchObject({ problem: { code: 'open/not-read' } });
    expect(spawned.hanging.map(({ given }) => given)).toEqual([['slow.txt'], []]);
    expect(spawned.hanging.every(({ ended }) => ended)).toBe(true);
    expect(told).toEqual([]);
    expect(await engine.client.openSession({ source, entry: 0 })).toMatchObject({ turns: 2 });
    engine.dispose();
  });

  it('does not give a new worker the text that the one before it died of while reading it again', async () => {
    const first = spawnInProcess();
    const given: string[][] = [];
    const waiting = [first];
    const spawn = () => waiting.pop() ?? spawnHanging(given);
    const engine = createEngine(spawn, handClock());
    const told: Problem[] = [];
    engine.onReplaced((problem) => told.push(problem));
    await engine.client.open({ text: chat, name: 'chat.json' });
    const crash = () => new ErrorEvent('error', { message: 'crash', cancelable: true });
    first.onerror?.(crash());
    expect(given).toEqual([['chat.json']]);
    hanging.at(-1)?.onerror?.(crash());
    expect(given).toEqual([['chat.json'], []]);
    expect(told.at(-1)?.message).toContain('open it once more if you want it');
    engine.dispose();
  });

  it('hands small texts on to the first worker, and opens the next one in the same second worker', async () => {
    let workers = 0;
    const engine = createEngine(() => {
      workers += 1;
      return spawnInProcess();
    }, handClock());
    const opened: string[] = [];
    /** Whether it took a worker more. */
    const openOne = async () => {
      const before = workers;
      const { source } = await engine.client.open({ text: chat, name: 'chat.json' });
      opened.push(source);
      expect(await engine.client.openSession({ source, entry: 0 })).toMatchObject({ turns: 2 });
      return workers > before;
    };
    await openOne();
    await openOne();
    // The second worker is free again once the first one has read the text too.
    await expect.poll(openOne).toBe(false);
    expect(new Set(opened).size).toBe(opened.length);
    await engine.client.close({ source: opened[1] ?? '' });
    await expect(engine.client.openSession({ source: opened[1] ?? '', entry: 0 })).rejects.toThrow('no longer open');
    expect(await engine.client.openSession({ source: opened.at(-1) ?? '', entry: 0 })).toMatchObject({ turns: 2 });
    engine.dispose();
  });

  it('keeps two workers for the next texts, however many texts were opened at once', async () => {
    let running = 0;
    const engine = createEngine(() => {
      running += 1;
      const worker = spawnInProcess();
      const { terminate } = worker;
      return Object.assign(worker, { terminate: () => ((running -= 1), terminate()) });
    }, handClock());
    await engine.client.open({ text: chat, name: 'chat.json' });
    const opened = await Promise.all(
      Array.from({ length: 5 }, (_, at) => engine.client.open({ text: chat, name: `${at}.json` })),
    );
    await expect.poll(() => running).toBe(3);
    for (const { source } of opened) {
      expect(await engine.client.openSession({ source, entry: 0 })).toMatchObject({ turns: 2 });
    }
    engine.dispose();
  });

  it('hears that an answer is no longer wanted', async () => {
    const { client, dispose } = createEngine(spawnInProcess, handClock());
    const wanted = new AbortController();
    const answer = client.open({ text: chat, name: 'chat.json' }, { signal: wanted.signal });
    wanted.abort();
    await expect(answer).rejects.toThrow('no longer wanted');
    dispose();
  });
});
