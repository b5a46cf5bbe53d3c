import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Stopped, unhurried, type Pace } from '../../base/pace.ts';
import type { OperationCall } from '../systems/machine.ts';
import { task } from '../systems/task/index.ts';
import { newlyFailing } from './newly-failing.ts';
import type { Run } from './run.ts';
import { readScript, runOf, scriptOf, writeScript } from './script.ts';
import { anyCall, anyCalls, call, hi, runOfTask } from './testing.ts';
import { readDocument } from '../readers/read-document.ts';
import { firstSession } from '../testing.ts';
import { snapshotAt } from './snapshot-at.ts';

const given = { started_at: '2026-05-20T03:00:00Z', limits: { max_turns: 6, max_age: '5m' } };

const performed = (run: Run, calls: readonly OperationCall[]): Run =>
  calls.reduce((now, each) => now.perform(each), run);

/** All visible data of a run. */
const seen = (run: Run) => ({
  outcomes: [...run.steps].map(({ call: made, outcome }) => ({ made, outcome })),
  events: run.events(),
  snapshot: run.snapshot(),
});

describe('a run', () => {
  it('keeps the result of each call, and continues after a refusal', () => {
    const run = performed(runOfTask(), [call('input'), call('input', { message: hi }), call('close'), call('llm')]);
    expect([...run.steps].map(({ outcome }) => ('throws' in outcome ? outcome.throws.kind : 'ok'))).toEqual([
      'missing_message',
      'ok',
      'ok',
      'task_terminal',
    ]);
    expect(run.events().map(({ type }) => type)).toEqual(['input-received', 'closed']);
  });

  it('is the same when it is performed again, and when it is branched from any step', () => {
    fc.assert(
      fc.property(anyCalls, fc.nat(12), (calls, at) => {
        const run = performed(runOfTask(given), calls);
        const again = performed(runOfTask(given), calls);
        expect(seen(again)).toEqual(seen(run));
        const other = performed(run.first(at), [call('llm', { prompt: 7 }), call('close')]);
        expect(other.steps.length).toBe(Math.min(at, calls.length) + 2);
        expect(seen(performed(run.first(at), calls.slice(at)))).toEqual(seen(run));
      }),
    );
  });

  it('after an edit is equal to a new run of the edited calls', async () => {
    await fc.assert(
      fc.asyncProperty(anyCalls, fc.nat(11), anyCall, fc.boolean(), async (calls, at, edited, isDeleted) => {
        fc.pre(at < calls.length);
        const run = performed(runOfTask(given), calls);
        const before = seen(run);
        const replaced = await run.spliced(at, at + 1, isDeleted ? [] : [edited], unhurried);
        const list = calls.toSpliced(at, 1, ...(isDeleted ? [] : [edited]));
        expect(seen(replaced)).toEqual(seen(performed(runOfTask(given), list)));
        expect(seen(run)).toEqual(before);
      }),
    );
  });

  it('keeps the later calls that fail after an edit, each with its reason', async () => {
    const run = performed(runOfTask(), [call('input', { message: hi }), call('llm'), call('output', { message: hi })]);
    const edited = await run.spliced(1, 2, [call('close')], unhurried);
    expect(newlyFailing(run, edited, 1)).toEqual([2]);
    const shorter = await edited.spliced(1, 2, [], unhurried);
    expect(newlyFailing(edited, shorter, 1)).toEqual([]);
    const broken = await shorter.spliced(0, 1, [call('close')], unhurried);
    expect(newlyFailing(shorter, broken, 0)).toEqual([1]);
    expect(edited.steps.length).toBe(3);
    expect(edited.steps.at(2)?.outcome).toMatchObject({ throws: { kind: 'task_terminal' } });
  });

  it('is the same under another title, which its script keeps', () => {
    const run = performed(runOfTask(), [call('input', { message: hi })]).titled('Two refunds');
    expect(run.title).toBe('Two refunds');
    expect(run.opening.header.title).toBe('Two refunds');
    expect(run.first(1).title).toBe('Two refunds');
    expect(JSON.parse(writeScript(run))).toMatchObject({ title: 'Two refunds', system: 'task' });
    expect(seen(run)).toEqual(seen(performed(runOfTask(), [call('input', { message: hi })])));
  });

  it('can be stopped while it is performed again, and is unchanged then', async () => {
    const calls = Array.from({ length: 200 }, () => call('llm', { prompt: 1 }));
    const run = performed(runOfTask(), calls);
    let now = 0;
    const impatient: Pace = { now: () => (now += 10), breathe: async () => {}, stopped: true };
    await expect(run.spliced(0, 1, [], impatient)).rejects.toThrow(Stopped);
    expect(run.steps.length).toBe(200);
  });

  it('shares the steps before a branch', () => {
    const run = performed(runOfTask(), [call('input', { message: hi }), call('llm')]);
    const branch = run.first(1).perform(call('close'));
    expect(branch.steps.at(0)).toBe(run.steps.at(0));
    expect(run.steps.at(1)?.call.op).toBe('llm');
  });

  it('is restored from a script, which has no secrets', async () => {
    await fc.assert(
      fc.asyncProperty(anyCalls, async (calls) => {
        const run = performed(runOfTask(given), calls);
        const document = readDocument(writeScript(run));
        if (!document.ok) throw new Error(document.problem.message);
        const script = readScript(document.value.value);
        if (!script.ok) throw new Error(script.problem.message);
        expect(script.value).toEqual(scriptOf(run));
        const again = await runOf(script.value, task);
        if (!again.ok) throw new Error(again.problem.message);
        expect(seen(again.value)).toEqual(seen(run));
      }),
    );
    expect(readScript({ system: 'task', do: [{ args: {} }] })).toMatchObject({ ok: false });
    expect(readScript({ system: 'other' })).toMatchObject({ ok: false });
  });
});

it('cannot start from a recording whose items its system refuses', () => {
  const header = { title: 't', context: { items: [{ type: 'a:b', id: 'x' }] } };
  const text = JSON.stringify({ format: 'contextscope/session', version: 1, system: 'noetic', header, events: [] });
  expect(snapshotAt(firstSession(text).session, 0)).toMatchObject({
    ok: false,
    problem: { code: 'run/cannot-go-on', message: expect.stringContaining('“a:b”') },
  });
});
