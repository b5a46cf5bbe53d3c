import { expect, test } from 'vitest';
import { unhurried } from '../../base/pace.ts';
import { compare } from '../../engine/compare/compare.ts';
import { totalsOf } from '../../engine/compare/totals.ts';
import { historyOf } from '../../engine/model/testing.ts';
import { rowsSentence, signed, totalsSentence } from './words.ts';

const sentenceOf = async (here: string, there: string) => {
  const [own, other] = [historyOf(here), historyOf(there)];
  const alignment = await compare({ history: own }, { history: other }, unhurried);
  return rowsSentence(alignment, totalsOf(alignment, own, other));
};

test('the sentence says until where two sessions are the same, and what follows', async () => {
  expect(await sentenceOf('user: a\nagent: b', 'user: a\nagent: b')).toBe('All turns are the same.');
  expect(await sentenceOf('user: a\nagent: b', 'user: a\nagent: c')).toBe('Same until turn 1; then 1 changed.');
  expect(await sentenceOf('user: a', 'agent: b')).toBe('Different from the first turn on: 1 only here, 1 only there.');
  expect(await sentenceOf('', '')).toBe('Neither session has a turn.');
});

test('what is the same, or is not recorded on one side, is not mentioned', () => {
  const rows = { same: 1, changed: 0, here: 0, there: 0 };
  const acts = { here: 3, there: 1, onlyHere: 2, onlyThere: 0 };
  const unknown = { here: null, there: 5 };
  expect(totalsSentence({ rows, tokens: { here: 100, there: 1300 }, tookMs: unknown }, acts)).toBe(
    'Here: 1\u2009200 tokens fewer, the rule blocks 2 more.',
  );
  expect(totalsSentence({ rows, tokens: unknown, tookMs: { here: 4, there: 4 } }, null)).toBe('');
});

test('a difference has its sign', () => {
  expect([signed(12), signed(-3), signed(0)]).toEqual(['+12', '−3', '±0']);
});
