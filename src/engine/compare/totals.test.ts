import { expect, test } from 'vitest';
import { unhurried } from '../../base/pace.ts';
import { rowAt, rowCount } from '../model/alignment.ts';
import { defaultDecisions } from '../model/decisions.ts';
import { openSessionOf } from '../rules/testing.ts';
import { sweep } from '../rules/sweep.ts';
import { compare } from './compare.ts';
import { compareActs, totalsOf } from './totals.ts';

const here = openSessionOf(`
  user: refund twice
  model (100+20): I refund
  refund({"amount": 10}) -> {"ok": true}
  refund({"amount": 1200}) -> {"ok": true}
  agent (150+30): Done.
`);
const there = openSessionOf(`
  user: refund twice
  model (100+20): I refund
  refund({"amount": 1500}) -> {"ok": true}
  refund({"amount": 1200}) -> {"ok": true}
  refund({"amount": 3000}) -> {"ok": true}
  agent (160+30): Done.
`);
const rule = { expression: 'input.amount <= 1000', hook: 'middleware.before', match: 'refund' } as const;

test('the totals are those of each session', async () => {
  const alignment = await compare(here, there, unhurried);
  expect(totalsOf(alignment, here.history, there.history)).toEqual({
    rows: { same: 4, changed: 1, here: 0, there: 1 },
    tokens: { here: 300, there: 310 },
    tookMs: { here: null, there: null },
  });
});

test('a rule is counted where it acts on one side alone', async () => {
  const alignment = await compare(here, there, unhurried);
  const [own, other] = await Promise.all(
    [here, there].map(async (session) => ({
      codes: (await sweep(session, rule, defaultDecisions, unhurried)).codes,
      decisions: defaultDecisions,
    })),
  );
  if (own === undefined || other === undefined) throw new Error('two sessions were judged');
  expect(compareActs(alignment, rule, own, other)).toEqual({ here: 1, there: 3, onlyHere: 0, onlyThere: 2 });
});

test('tokens that one recording lacks are unknown', async () => {
  const silent = openSessionOf('user: hi\n agent: hello');
  const alignment = await compare(here, silent, unhurried);
  expect(totalsOf(alignment, here.history, silent.history).tokens).toEqual({ here: 300, there: null });
  expect(rowCount(alignment)).toBeGreaterThan(0);
  expect(rowAt(alignment, 0).kind).toBe('changed');
});
