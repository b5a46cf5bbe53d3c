import { expect, test } from 'vitest';
import { defaultDecisions } from '../../engine/model/decisions.ts';
import type { Rule } from '../../worker/protocol.ts';
import { createEngine, type Spawned } from './client.ts';
import type { Clock } from './keeper.ts';
import { spawnInProcess } from './testing.ts';

/** A clock whose hands the test moves. */
function clockOf() {
  const ticks = new Set<() => void>();
  let now = 0;
  const clock: Clock = {
    every(_, tick) {
      ticks.add(tick);
      return () => ticks.delete(tick);
    },
    now: () => now,
  };
  const pass = (ms: number) => {
    now += ms;
    for (const tick of ticks) tick();
  };
  return { clock, pass };
}

/** A worker that hears nothing any more once it judges with an engine, as in an evaluation that never ends. */
function hanging(hangs: { with: string | null }, ended: () => void): Spawned {
  const worker = spawnInProcess();
  const post = worker.postMessage.bind(worker);
  let hung = false;
  const terminate = worker.terminate.bind(worker);
  return Object.assign(worker, {
    postMessage(message: unknown) {
      const { input } = message as { readonly input?: { readonly engine?: string } }; // any request
      if (hangs.with !== null && input?.engine === hangs.with) hung = true;
      if (!hung) post(message);
    },
    terminate() {
      if (hung) ended();
      terminate();
    },
  });
}

/** Of the failure of a call; listens at once, so that no failure is unheard. */
const messageOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'no failure',
    (cause: unknown) => (cause instanceof Error ? cause.message : String(cause)),
  );

const text = JSON.stringify([
  { role: 'user', content: 'hello' },
  { role: 'assistant', content: 'hello' },
]);
const rule: Rule = { expression: 'true', hook: 'turn', match: null };

test('an engine that never answers is ended alone: the session, the rule and the other engines go on', async () => {
  const { clock, pass } = clockOf();
  const hangs: { with: string | null } = { with: '@marcbachmann/cel-js' };
  let ended = 0;
  const engine = createEngine(() => hanging(hangs, () => ended++), clock);
  const replaced: string[] = [];
  engine.onReplaced(({ message }) => replaced.push(message));
  const { source } = await engine.client.open({ text, name: 'hello' });
  const { ref } = await engine.client.openSession({ source, entry: 0 });
  const asked = { session: ref, rule, decisions: defaultDecisions };
  const judged = (id: string) => engine.client.judgedByEngine({ ...asked, engine: id });

  const before = judged('cel-js');
  const stuck = judged('@marcbachmann/cel-js');
  const failed = messageOf(stuck);
  const after = judged('@bufbuild/cel');
  expect((await before).agreement.agrees).toBe(true);
  // The worker of the session answers meanwhile.
  expect((await engine.client.sweep(asked)).counts.eligible).toBe(2);
  await expect.poll(() => (pass(9_000), ended)).toBeGreaterThan(0);
  expect(await failed).toMatch(/^It did not answer for 8 seconds and was ended\./);
  expect((await after).agreement.agrees).toBe(true);
  expect(replaced).toEqual([]);
  engine.dispose();
});

test('a cancelled call ends the worker, and the next call has another one', async () => {
  const hangs: { with: string | null } = { with: 'cel-js' };
  let ended = 0;
  const engine = createEngine(() => hanging(hangs, () => ended++));
  const { source } = await engine.client.open({ text, name: 'hello' });
  const { ref } = await engine.client.openSession({ source, entry: 0 });
  const cancel = new AbortController();
  const input = { session: ref, rule, decisions: defaultDecisions, engine: 'cel-js' };
  const call = engine.client.judgedByEngine(input, { signal: cancel.signal });
  const failed = messageOf(call);
  setTimeout(() => cancel.abort(), 300);
  expect(await failed).toBe('The call was cancelled.');
  expect(ended).toBe(1);
  hangs.with = null;
  expect((await engine.client.judgedByEngine(input)).agreement.agrees).toBe(true);
  engine.dispose();
});
