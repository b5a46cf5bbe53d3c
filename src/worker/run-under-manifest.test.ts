import { describe, expect, test } from 'vitest';
import { unhurried } from '../base/pace.ts';
import { defaultDecisions as decisions } from '../engine/model/decisions.ts';
import { policyOutcomes, verdictKinds } from '../engine/model/verdict.ts';
import { methods } from './methods.ts';
import type { Input, Method, Output } from './protocol.ts';
import type { Methods } from './serve.ts';

const part = (text: string) => [{ mimeType: 'text/plain', text }];

/** A run under a manifest, and the data of each view; problems are thrown. */
async function ran(manifest: object, calls: readonly (readonly [op: string, args: object])[]) {
  const engine = methods();
  const ask = async <M extends Method>(method: M, input: Input<M>): Promise<Output<M>> => {
    const call = engine[method] as (input: Input<M>, pace: typeof unhurried) => ReturnType<Methods[M]>; // one method
    const result = await call(input, unhurried);
    if (!result.ok) throw new Error(result.problem.message);
    return result.value; // the output of that method
  };
  const given = { started_at: '2026-05-20T03:00:00Z', manifest: { name: 'support', ...manifest } };
  const { session } = await ask('startRun', { start: { system: 'task', given: JSON.stringify(given) } });
  const ref = { ...session.ref };
  for (const [op, args] of calls) {
    const inside = Object.entries(args).map(([name, value]) => `${name}=${python(value)}`);
    const answer = await ask('perform', { session: ref, call: { line: `${op}(${inside.join(', ')})` } });
    if (answer.kind === 'miswritten') throw new Error(answer.problems.map(({ message }) => message).join(' '));
    ref.revision = answer.session.ref.revision;
  }
  const own = await ask('manifestOf', { session: ref });
  if (own === null) throw new Error('the run names no manifest');
  const rows = await ask('rows', { session: ref, from: 0, to: 99 });
  const { rules } = await ask('readPolicy', { session: ref, text: own.text });
  const { codes, divergesAt, lockedAt } = await ask('replayPolicy', { session: ref, text: own.text, decisions });
  return { ask, ref, own, rows, rules, ribbon: [...codes].map((code) => policyOutcomes[code]), divergesAt, lockedAt };
}

const python = (value: unknown): string =>
  JSON.stringify(value).replaceAll('true', 'True').replaceAll('false', 'False').replaceAll('null', 'None');

const asked = ['input', { message: part('hello') }] as const;
const model = ['llm', { prompt: 3, completion: 1, text: 'thinking' }] as const;
const refund = (amount: number, status = 'done') =>
  ['call', { function: 'refund', args: { amount }, result: { status } }] as const;

describe('a guardrail that keeps an answer from the user', () => {
  const guardrails = {
    after: [{ assert: '!output.message[0].text.contains("password")', error_message: 'No passwords.' }],
  };
  const calls = [asked, model, ['output', { message: part('The password is x.') }]] as const;

  test('is shown at its turn in the transcript, the call view, the ribbon, the replay and the state', async () => {
    const { ask, ref, own, rows, rules, ribbon, divergesAt, lockedAt } = await ran({ guardrails }, calls);
    expect(rows.map(({ ended }) => ended)).toEqual([null, 'answer withheld, locked: No passwords.']);
    const call = await ask('call', { session: ref, turn: 1, decisions });
    expect(call.withheld).toBe('The password is x.');
    expect(ribbon).toEqual(['none', 'lock']);
    expect([divergesAt, lockedAt]).toEqual([null, 1]);
    const { steps, error } = await ask('replayedTurn', { session: ref, text: own.text, turn: 1, decisions });
    expect([steps.map(({ outcome }) => outcome), error]).toEqual([['failed'], 'No passwords.']);
    const [rule] = rules.flatMap((each) => each.rule ?? []);
    if (rule === undefined) throw new Error('the manifest has no rule');
    const { codes } = await ask('sweep', { session: ref, rule, decisions });
    expect([...codes].map((code) => verdictKinds[code])).toEqual(['n/a', 'fire']);
    expect((await ask('explain', { session: ref, rule, turn: 1, decisions })).verdict).toBe('fire');
    const state = await ask('state', { session: ref, turn: 1, root: 'context', path: [], decisions });
    expect(state.find(({ key }) => key === 'output')?.preview.text).toBe('[]');
    const task = await ask('state', { session: ref, turn: 1, root: 'system', path: [], decisions });
    expect(task.find(({ key }) => key === 'phase')?.preview.text).toBe('"terminal"');
  });

  test('sends the answer where on_fail is continue, and every view says so', async () => {
    const lenient = { after: guardrails.after.map((step) => ({ ...step, on_fail: 'continue' })) };
    const { rows, ribbon, divergesAt } = await ran({ guardrails: lenient }, calls);
    expect(rows.map(({ ended }) => ended)).toEqual([null, null]);
    expect(ribbon).toEqual(['none', 'continued']);
    expect(divergesAt).toBeNull();
  });
});

test('a guardrail that refuses an input locks the task at that turn', async () => {
  const guardrails = { before: [{ assert: '!input.message[0].text.contains("hello")' }] };
  const { rows, ribbon, divergesAt, lockedAt } = await ran({ guardrails }, [asked]);
  expect(rows[0]?.ended).toMatch(/^locked: /);
  expect([ribbon, divergesAt, lockedAt]).toEqual([['lock'], null, 0]);
});

describe('a step around a call', () => {
  const small = { assert: 'input.amount <= 100', error_message: 'Too much.' };
  const open = { assert: 'output.status != "secret"', error_message: 'Not for you.' };

  test.each([
    ['block before the call', { before: [small] }, [refund(400)], 'block', 'restricted', null],
    ['block after the call', { after: [open] }, [refund(4, 'secret')], 'block', 'restricted', null],
    ['continue', { before: [{ ...small, on_fail: 'continue' }] }, [refund(400)], 'continued', 'successful', null],
    [
      'lock_task',
      { before: [{ ...small, on_fail: 'lock_task' }] },
      [refund(400)],
      'lock',
      'restricted',
      'locked: Too much.',
    ],
  ] as const)(
    '%s is the same in transcript, capability table and replay',
    async (_, steps, calls, word, outcome, ended) => {
      const { ask, ref, rows, ribbon, divergesAt } = await ran({ capabilities: { refund: steps } }, [
        asked,
        model,
        ...calls,
      ]);
      expect(rows.map((row) => [row.outcome, row.ended])).toEqual([
        [null, null],
        [null, null],
        [outcome, ended],
      ]);
      expect(ribbon).toEqual(['none', 'none', word]);
      expect(divergesAt).toBeNull();
      const [row] = (await ask('capabilities', { session: ref, turn: 2, decisions })) ?? [];
      expect([row?.successful, row?.restricted]).toEqual(outcome === 'restricted' ? [0, 1] : [1, 0]);
    },
  );
});

test('a session without a manifest has no policy of its own', async () => {
  const engine = methods();
  const started = await engine.startRun({ start: { system: 'voice', given: '' } }, unhurried);
  if (!started.ok) throw new Error(started.problem.message);
  const own = await engine.manifestOf({ session: started.value.session.ref }, unhurried);
  expect(own.ok && own.value).toBeNull();
  expect(started.value.session.hasManifest).toBe(false);
});
