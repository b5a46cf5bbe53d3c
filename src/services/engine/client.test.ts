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

/** A clock that only the test advances. */
function manualClock() {
  let now = 0;
  const ticks = new Set<() => void>();
  return {
    now: () => now,
    every(_milliseconds: number, tick: () => void) {
      ticks.add(tick);
      return () => ticks.delete(tick);
    },
    later(milliseconds: number) {
      now += milliseconds;
    },
    pass(milliseconds: number) {
      now += milliseconds;
      for (const tick of ticks) tick();
    },
  };
}

/** A worker that receives calls and never answers. */
function spawnSilent(): Spawned {
  return { postMessage() {}, onmessage: null, onerror: null, terminate() {} };
}

const hanging: Spawned[] = [];

/** A worker that never finishes reading; `receivedNames` lists the names of the texts that each worker received. */
function spawnHanging(receivedNames: string[][], onEnd: () => void = () => {}): Spawned {
  const names: string[] = [];
  receivedNames.push(names);
  const worker: Spawned = {
    postMessage(message) {
      const { input } = message as { readonly input?: { readonly name?: string } }; // a call as the page sends it
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
  const spawned = { hanging: [] as { ended: boolean; readonly receivedNames: readonly string[] }[] };
  let isFirst = true;
  const spawn = () => {
    if (isFirst) {
      isFirst = false;
      return spawnInProcess();
    }
    const receivedNames: string[][] = [];
    const one = { ended: false, receivedNames: [] as readonly string[] };
    const worker = spawnHanging(receivedNames, () => {
      one.ended = true;
    });
    one.receivedNames = receivedNames[0] ?? [];
    spawned.hanging.push(one);
    return worker;
  };
  return { spawned, spawn };
}

/** The first worker is `first`; its replacements are the real engine. */
function engineAfter(first: Spawned) {
  const waiting = [first];
  const clock = manualClock();
  const engine = createEngine(() => waiting.pop() ?? spawnInProcess(), clock);
  const sentences: Problem[] = [];
  engine.onReplaced((problem) => sentences.push(problem));
  return { engine, clock, sentences };
}

describe('the engine behind its port', () => {
  it('opens a text and answers questions about its sessions', async () => {
    const { client, dispose } = createEngine(spawnInProcess, manualClock());
    const { source, sessions } = await client.open({ text: chat, name: 'chat.json' });
    expect(sessions).toHaveLength(1);
    const { ref, turns } = await client.openSession({ source, entry: 0 });
    expect(turns).toBe(2);
    expect(await client.rows({ session: ref, from: 1, to: 9 })).toMatchObject([{ index: 1, kind: 'llm' }]);
    dispose();
  });

  it('answers nothing more after it was disposed', async () => {
    const { client, dispose } = createEngine(spawnInProcess, manualClock());
    const waiting = client.open({ text: chat, name: 'chat.json' });
    dispose();
    await expect(waiting).rejects.toMatchObject({ problem: { code: 'engine/closed' } });
  });

  it('reports a problem as a ProblemError', async () => {
    const { client, dispose } = createEngine(spawnInProcess, manualClock());
    await expect(client.open({ text: '{"nothing": "known"}', name: 'x' })).rejects.toBeInstanceOf(ProblemError);
    dispose();
  });

  it('fails waiting calls with a message when the worker dies, and continues with a new one', async () => {
    const deaf = spawnSilent();
    const { engine, sentences } = engineAfter(deaf);
    const waiting = engine.client.open({ text: chat, name: 'chat.json' });
    deaf.onerror?.(new ErrorEvent('error', { message: 'out of memory', cancelable: true }));
    await expect(waiting).rejects.toMatchObject({ problem: { code: 'engine/died' } });
    expect(sentences).toHaveLength(1);
    expect((await engine.client.open({ text: chat, name: 'chat.json' })).sessions).toHaveLength(1);
    engine.dispose();
  });

  it('stops restarting a worker that always dies, and tries once more at the next call', async () => {
    const spawned: Spawned[] = [];
    let isFixed = false;
    const engine = createEngine(() => {
      const worker = isFixed ? spawnInProcess() : spawnSilent();
      spawned.push(worker);
      return worker;
    }, manualClock());
    const die = () =>
      spawned.at(-1)?.onerror?.(new ErrorEvent('error', { message: 'no such script', cancelable: true }));
    const open = () => engine.client.open({ text: chat, name: 'chat.json' });
    const first = open();
    die();
    await expect(first).rejects.toThrow('A new one has started');
    die();
    const third = open();
    die();
    await expect(third).rejects.toThrow('stops whenever it starts (no such script)');
    expect(spawned).toHaveLength(3);
    const fourth = open();
    expect(spawned).toHaveLength(4);
    die();
    await expect(fourth).rejects.toThrow('Reload the page');
    isFixed = true;
    expect((await open()).sessions).toHaveLength(1);
    expect(spawned).toHaveLength(5);
    engine.dispose();
  });

  it('replaces a busy worker that is silent for too long, and keeps an idle one', async () => {
    const { engine, clock, sentences } = engineAfter(spawnSilent());
    clock.pass(100_000);
    const waiting = engine.client.close({ source: 's1' });
    clock.pass(5_000);
    expect(sentences).toEqual([]);
    clock.pass(5_000);
    await expect(waiting).rejects.toMatchObject({ problem: { code: 'engine/stuck' } });
    engine.dispose();
  });

  it('gives a new worker the open texts under their old ids', async () => {
    const workers: Spawned[] = [];
    const engine = createEngine(() => {
      const worker = spawnInProcess();
      workers.push(worker);
      return worker;
    }, manualClock());
    const { source } = await engine.client.open({ text: chat, name: 'chat.json' });
    const { ref } = await engine.client.openSession({ source, entry: 0 });
    workers[0]?.onerror?.(new ErrorEvent('error', { message: 'crash', cancelable: true }));
    expect(await engine.client.rows({ session: ref, from: 0, to: 9 })).toHaveLength(2);
    engine.dispose();
  });

  it('gives a new worker the text for which a mapping is being made', async () => {
    const first = spawnInProcess();
    const { engine } = engineAfter(first);
    await engine.client.readDraft({ draft: 'draft 1', text: '{"log": [{"who": "a", "said": "hi"}]}' });
    first.onerror?.(new ErrorEvent('error', { message: 'crash', cancelable: true }));
    expect(await engine.client.draftChildren({ draft: 'draft 1', path: [] })).toMatchObject([{ key: 'log' }]);
    engine.dispose();
  });

  it('gives a new worker the open runs with their steps', async () => {
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

  it('answers for the open session while a text is read, and ends the worker of a cancelled text', async () => {
    const { spawned, spawn } = readerThatHangs();
    const engine = createEngine(spawn, manualClock());
    const { source } = await engine.client.open({ text: chat, name: 'chat.json' });
    const { ref } = await engine.client.openSession({ source, entry: 0 });
    const wanted = new AbortController();
    const slow = engine.client.open({ text: 'slow', name: 'slow.txt' }, { signal: wanted.signal });
    expect(await engine.client.rows({ session: ref, from: 0, to: 9 })).toHaveLength(2);
    await expect.poll(() => spawned.hanging).toHaveLength(1);
    wanted.abort();
    await expect(slow).rejects.toThrow('was cancelled');
    expect(spawned.hanging).toEqual([{ ended: true, receivedNames: ['slow.txt'] }]);
    expect(await engine.client.rows({ session: ref, from: 0, to: 9 })).toHaveLength(2);
    engine.dispose();
  });

  describe('files that are not open', () => {
    // A Blob of jsdom cannot pass through a port; Node's Blob has all the members used here.
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
    ])('ends the worker in which a file is %s as soon as it is cancelled', async (_what, read) => {
      const { spawned, spawn } = readerThatHangs();
      const engine = createEngine(spawn, manualClock());
      const { source } = await engine.client.open({ text: chat, name: 'chat.json' });
      const { ref } = await engine.client.openSession({ source, entry: 0 });
      const wanted = new AbortController();
      const slow = read(engine.client, wanted.signal);
      await expect.poll(() => spawned.hanging).toHaveLength(1);
      expect(await engine.client.rows({ session: ref, from: 0, to: 9 })).toHaveLength(2);
      wanted.abort();
      await expect(slow).rejects.toThrow('was cancelled');
      expect(spawned.hanging).toMatchObject([{ ended: true }]);
      expect(await engine.client.rows({ session: ref, from: 0, to: 9 })).toHaveLength(2);
      engine.dispose();
    });

    it('continues judging in another worker when one does not stop, and ends that one half a second later', async () => {
      const workers = [spawnInProcess(), spawnHanging([]), spawnInProcess()];
      const ended: Spawned[] = [];
      const clock = manualClock();
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
      await expect(slow).rejects.toThrow('was cancelled');
      expect(await engine.client.backtest(judged)).toMatchObject({ total: 1, next: null });
      expect(ended).toEqual([]);
      clock.pass(600);
      await expect.poll(() => ended).toEqual([stuck]);
      engine.dispose();
    });

    it('keeps a worker that stops judging on request', async () => {
      let workers = 0;
      const engine = createEngine(() => {
        workers += 1;
        return spawnInProcess();
      }, manualClock());
      for (let round = 0; round < 3; round++) {
        const wanted = new AbortController();
        const slow = engine.client.backtest(judged, { signal: wanted.signal });
        setImmediate(() => wanted.abort());
        await expect(slow).rejects.toThrow('was cancelled');
        // A worker that has stopped judges again; before that, another worker does.
        expect(await engine.client.backtest(judged)).toMatchObject({ total: 1, next: null });
      }
      expect(workers).toBeLessThanOrEqual(3);
      engine.dispose();
    });
  });

  it('gives up a text that takes too long with a message, and does not read it again', async () => {
    const { spawned, spawn } = readerThatHangs();
    const clock = manualClock();
    const engine = createEngine(spawn, clock);
    const reported: Problem[] = [];
    engine.onReplaced((problem) => reported.push(problem));
    const { source } = await engine.client.open({ text: chat, name: 'chat.json' });
    const slow = engine.client.open({ text: 'slow', name: 'slow.txt' });
    await expect.poll(() => spawned.hanging).toHaveLength(1);
    for (let second = 0; second < 62; second++) clock.pass(1000);
    await expect(slow).rejects.toMatchObject({ problem: { code: 'open/not-read' } });
    expect(spawned.hanging.map(({ receivedNames }) => receivedNames)).toEqual([['slow.txt'], []]);
    expect(spawned.hanging.every(({ ended }) => ended)).toBe(true);
    expect(reported).toEqual([]);
    expect(await engine.client.openSession({ source, entry: 0 })).toMatchObject({ turns: 2 });
    engine.dispose();
  });

  it('does not give a new worker the text that killed the previous one while it read it again', async () => {
    const first = spawnInProcess();
    const receivedNames: string[][] = [];
    const waiting = [first];
    const spawn = () => waiting.pop() ?? spawnHanging(receivedNames);
    const engine = createEngine(spawn, manualClock());
    const reported: Problem[] = [];
    engine.onReplaced((problem) => reported.push(problem));
    await engine.client.open({ text: chat, name: 'chat.json' });
    const crash = () => new ErrorEvent('error', { message: 'crash', cancelable: true });
    first.onerror?.(crash());
    expect(receivedNames).toEqual([['chat.json']]);
    hanging.at(-1)?.onerror?.(crash());
    expect(receivedNames).toEqual([['chat.json'], []]);
    expect(reported.at(-1)?.message).toContain('Open it once more if you need it');
    engine.dispose();
  });

  it('opens a text that comes with the page in the first worker, without another one', async () => {
    const { spawned, spawn } = readerThatHangs();
    const { client } = createEngine(spawn);
    await client.open({ text: chat, name: 'first' });
    const { source } = await client.open({ text: chat, name: 'sample' }, { isKnown: true });
    expect((await client.openSession({ source, entry: 0 })).turns).toBe(2);
    expect(spawned.hanging).toEqual([]);
  });

  it('moves small texts to the first worker, and opens the next text in the same second worker', async () => {
    let workers = 0;
    const engine = createEngine(() => {
      workers += 1;
      return spawnInProcess();
    }, manualClock());
    const opened: string[] = [];
    /** Whether opening took another worker. */
    const openOne = async () => {
      const before = workers;
      const { source } = await engine.client.open({ text: chat, name: 'chat.json' });
      opened.push(source);
      expect(await engine.client.openSession({ source, entry: 0 })).toMatchObject({ turns: 2 });
      return workers > before;
    };
    await openOne();
    await openOne();
    // The second worker is free once the first one has read the text as well.
    await expect.poll(openOne).toBe(false);
    expect(new Set(opened).size).toBe(opened.length);
    await engine.client.close({ source: opened[1] ?? '' });
    await expect(engine.client.openSession({ source: opened[1] ?? '', entry: 0 })).rejects.toThrow('no longer open');
    expect(await engine.client.openSession({ source: opened.at(-1) ?? '', entry: 0 })).toMatchObject({ turns: 2 });
    engine.dispose();
  });

  it('moves small texts to the first worker also where workers start slowly, and soon keeps one for the next text', async () => {
    const clock = manualClock();
    const running = new Set<Spawned>();
    const engine = createEngine(() => {
      const worker = spawnInProcess();
      running.add(worker);
      const { postMessage } = worker;
      let isNew = true;
      worker.postMessage = (message: unknown) => {
        if (isNew) clock.later(3_000);
        isNew = false;
        postMessage.call(worker, message);
      };
      const { terminate } = worker;
      worker.terminate = () => {
        running.delete(worker);
        terminate();
      };
      return worker;
    }, clock);
    for (let at = 0; at < 6; at++) await engine.client.open({ text: chat, name: `${at}.json` });
    await expect.poll(() => running.size).toBeLessThanOrEqual(3);
    // The last texts may still be on their way to the first worker, and the wait of their workers begins after that.
    const sizeLater = () => {
      clock.pass(1);
      return running.size;
    };
    await expect.poll(sizeLater).toBe(2);
    engine.dispose();
  });

  it('answers a question that reaches the second worker when its text has moved', async () => {
    let workers = 0;
    const engine = createEngine(() => {
      const worker = spawnInProcess();
      const { postMessage } = worker;
      workers += 1;
      if (workers === 2) {
        const late: unknown[] = [];
        worker.postMessage = (message: unknown) => {
          const { method, input } = message as {
            readonly method?: string;
            readonly input?: { readonly source?: string };
          }; // a call as the page sends it
          if (method === 'rows') late.push(message);
          else postMessage.call(worker, message);
          if (method === 'close' && input?.source === 's2') for (const one of late) postMessage.call(worker, one);
        };
      }
      return worker;
    }, manualClock());
    await engine.client.open({ text: chat, name: 'first.json' });
    const { source } = await engine.client.open({ text: chat, name: 'second.json' });
    const { ref: session } = await engine.client.openSession({ source, entry: 0 });
    expect(await engine.client.rows({ session, from: 1, to: 9 })).toMatchObject([{ index: 1, kind: 'llm' }]);
    engine.dispose();
  });

  it('keeps two workers for the next texts, however many texts were opened at once', async () => {
    let running = 0;
    const engine = createEngine(() => {
      running += 1;
      const worker = spawnInProcess();
      const { terminate } = worker;
      return Object.assign(worker, { terminate: () => ((running -= 1), terminate()) });
    }, manualClock());
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

  it('learns that an answer is no longer wanted', async () => {
    const { client, dispose } = createEngine(spawnInProcess, manualClock());
    const wanted = new AbortController();
    const answer = client.open({ text: chat, name: 'chat.json' }, { signal: wanted.signal });
    wanted.abort();
    await expect(answer).rejects.toThrow('was cancelled');
    dispose();
  });
});
