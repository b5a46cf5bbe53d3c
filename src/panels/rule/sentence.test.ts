import { expect, test } from 'vitest';
import type { VerdictCounts } from '../../engine/model/verdict.ts';
import type { Rule } from '../../worker/protocol.ts';
import { againstWords, changeWords, effectWords, restWords } from './sentence.ts';

const refunds: Rule = { expression: 'input.amount <= 1000', hook: 'middleware.before', match: 'refund' };
const counts = (some: Partial<VerdictCounts>): VerdictCounts => ({
  eligible: 480,
  pass: 0,
  fire: 0,
  error: 0,
  unknown: 0,
  value: 0,
  ...some,
});
const closed = { errorStops: true, isSnapshot: false };

test('an error counts as what the decision makes of it, and is also shown apart', () => {
  const judged = counts({ fire: 10, error: 2, pass: 407, unknown: 61 });
  expect(effectWords(refunds, judged, closed)).toBe('Blocks 12 of 480 refund calls');
  expect(effectWords(refunds, judged, { ...closed, errorStops: false })).toBe('Blocks 10 of 480 refund calls');
  expect(restWords(judged, 'counted as failed')).toBe('2 errors, counted as failed · 61 unknown');
});

test('each hook names what it judges', () => {
  const one = counts({ eligible: 1, pass: 1 });
  expect(effectWords({ ...refunds, match: null }, one, closed)).toBe('Blocks none of 1 call');
  expect(effectWords({ ...refunds, hook: 'guardrail.before', match: null }, one, closed)).toBe(
    'Blocks none of 1 input',
  );
  expect(effectWords({ ...refunds, hook: 'guardrail.after', match: null }, counts({ fire: 3 }), closed)).toBe(
    'Blocks 3 of 480 answers',
  );
  expect(effectWords({ ...refunds, hook: 'turn', match: null }, counts({ fire: 3 }), closed)).toBe(
    'Fires at 3 of 480 turns',
  );
  expect(effectWords(refunds, counts({ eligible: 0 }), closed)).toBe('No refund call here to judge');
  const elsewhere = { ...refunds, match: null, functions: [] };
  expect(effectWords(elsewhere, counts({ eligible: 0 }), closed)).toBe('No call of its tools here to judge');
});

test('a rule that has only errors fails, as at a snapshot, unless an error stops the call', () => {
  const turns = { ...refunds, hook: 'turn', match: null } as const;
  const open = { ...closed, errorStops: false };
  expect(effectWords(turns, counts({ eligible: 2, error: 2 }), open)).toBe('Fails at 2 of 2 turns');
  expect(effectWords(turns, counts({ eligible: 2, error: 1, pass: 1 }), open)).toBe('Fires at none of 2 turns');
  expect(effectWords(refunds, counts({ eligible: 2, error: 2 }), closed)).toBe('Blocks 2 of 2 refund calls');
});

test('a session without turns is one moment, the snapshot', () => {
  const at = (some: Partial<VerdictCounts>) =>
    effectWords({ ...refunds, hook: 'turn', match: null }, counts({ eligible: 1, ...some }), {
      ...closed,
      isSnapshot: true,
    });
  expect(at({ fire: 1 })).toBe('Fires at the snapshot');
  expect(at({ pass: 1 })).toBe('Does not fire at the snapshot');
  expect(at({ value: 1 })).toBe('Has a value at the snapshot');
  expect(at({ error: 1 })).toBe('Fails at the snapshot');
  expect(at({ unknown: 1 })).toBe('Not known at the snapshot');
  expect(at({ eligible: 0 })).toBe('Not judged at a snapshot');
});

test('a rule that computes a value neither fires nor passes', () => {
  expect(effectWords({ ...refunds, hook: 'turn', match: null }, counts({ value: 470, error: 10 }), closed)).toBe(
    'Has a value at 470 of 480 turns',
  );
  expect(effectWords({ ...refunds, hook: 'script', match: null }, counts({ error: 480 }), closed)).toBe(
    'Has a value at none of 480 model calls',
  );
});

test('a rule of another host’s policy is counted by its decision', () => {
  const rule = { ...refunds, hook: 'cel-ai.tool-call.before' } as const;
  const some = counts({ fire: 12, pass: 466, error: 2 });
  expect(effectWords({ ...rule, yields: 'deny' }, some, closed)).toBe('Denies 14 of 480 refund calls');
  expect(effectWords({ ...rule, yields: 'confirm' }, some, closed)).toBe('Asks a person at 14 of 480 refund calls');
  const allowing = counts({ pass: 3, value: 477 });
  expect(effectWords({ ...rule, yields: 'allow' }, allowing, closed)).toBe('Allows 3 of 480 refund calls');
  expect(effectWords({ ...rule, yields: 'allow' }, counts({ value: 480 }), closed)).toBe(
    'Allows none of 480 refund calls',
  );
});

test('the change against the baseline is said in turns', () => {
  const codes = new Uint8Array();
  expect(changeWords({ codes, blocked: 0, released: 19, unknown: 0, other: 0 })).toBe(', 19 fewer than the baseline');
  expect(changeWords({ codes, blocked: 20, released: 0, unknown: 0, other: 3 })).toBe(', 20 more than the baseline');
  expect(changeWords({ codes, blocked: 1, released: 20, unknown: 0, other: 0 })).toBe(
    ', 1 newly and 20 no longer, against the baseline',
  );
  expect(changeWords({ codes, blocked: 0, released: 0, unknown: 0, other: 2 })).toBe(
    ', as the baseline, but 2 verdicts differ otherwise',
  );
  expect(changeWords({ codes, blocked: 0, released: 0, unknown: 0, other: 1 })).toBe(
    ', as the baseline, but 1 verdict differs otherwise',
  );
  expect(changeWords({ codes, blocked: 0, released: 0, unknown: 0, other: 0 })).toBe(', as the baseline');
  // It allows other calls than the baseline, and blocks none.
  const allow = { yields: 'allow' } as const;
  expect(changeWords({ codes, blocked: 0, released: 0, unknown: 3, other: 2 }, allow)).toBe(
    ', 2 verdicts differ from the baseline, 3 not comparable',
  );
  expect(changeWords({ codes, blocked: 0, released: 0, unknown: 0, other: 0 }, allow)).toBe(', as the baseline');
});

test('turns at which one verdict is unknown are no fewer blocked: they are not comparable', () => {
  const codes = new Uint8Array();
  expect(changeWords({ codes, blocked: 0, released: 2, unknown: 3, other: 0 })).toBe(
    ', 2 fewer than the baseline, 3 not comparable',
  );
  expect(changeWords({ codes, blocked: 0, released: 0, unknown: 3, other: 1 })).toBe(
    ', 3 not comparable with the baseline',
  );
});

test('a rule is compared by number only with a baseline that does the same at the same places', () => {
  const codes = new Uint8Array();
  const released = { codes, blocked: 0, released: 1, unknown: 0, other: 0 };
  const judged = (rule: Partial<Rule>, some: Partial<VerdictCounts>, isSnapshot = false) => ({
    ...closed,
    rule: { ...refunds, match: null, ...rule },
    counts: counts({ eligible: 15, ...some }),
    errorCounted: null,
    isSnapshot,
  });
  const against = (draft: ReturnType<typeof judged>, baseline: ReturnType<typeof judged>) =>
    againstWords(released, draft, baseline);
  const [calls, turns, prompts] = (['middleware.before', 'turn', 'prompt'] as const).map((hook) => ({ hook })) as [
    Partial<Rule>,
    Partial<Rule>,
    Partial<Rule>,
  ];
  const blocks = judged(calls, { fire: 1, pass: 14 });
  const fires = judged(turns, { fire: 1, pass: 14 });
  const computes = judged(turns, { value: 15 });

  expect(against(judged(calls, { pass: 15 }), blocks)).toBe(', 1 fewer than the baseline');
  expect(against(judged({ hook: 'middleware.after' }, { pass: 15 }), blocks)).toBe(', 1 fewer than the baseline');
  const failing = { ...judged(turns, { error: 15 }), errorStops: false };
  expect(against(failing, fires)).toBe(' (baseline: fires at 1 of 15 turns)');
  // Values are no calls that are not blocked, turns are no calls, and to deny is not to ask.
  expect(against(judged(prompts, { value: 15 }), blocks)).toBe(' (baseline: blocks 1 of 15 calls)');
  expect(against(computes, fires)).toBe(' (baseline: fires at 1 of 15 turns)');
  expect(against(fires, computes)).toBe(' (baseline: has a value at 15 of 15 turns)');
  expect(against(fires, blocks)).toBe(' (baseline: blocks 1 of 15 calls)');
  expect(against(judged({ yields: 'deny' }, { fire: 1 }), judged({ yields: 'confirm' }, { fire: 2, unknown: 1 }))).toBe(
    ' (baseline: asks a person at 2 of 15 calls · 1 unknown)',
  );
  expect(against(judged(calls, { eligible: 0 }), blocks)).toBe(' (baseline: blocks 1 of 15 calls)');
  expect(against(judged(calls, { eligible: 0 }), judged(calls, { eligible: 0 }))).toBe('');
  const atSnapshot = (some: Partial<VerdictCounts>) => judged(turns, { eligible: 1, ...some }, true);
  expect(against(atSnapshot({ value: 1 }), atSnapshot({ fire: 1 }))).toBe(' (baseline: fires at the snapshot)');
  expect(againstWords({ ...released, released: 0 }, atSnapshot({ pass: 1 }), atSnapshot({ pass: 1 }))).toBe(
    ', as the baseline',
  );
});
