import { beforeAll, expect, test } from 'vitest';
import { unhurried } from '../../base/pace.ts';
import { backtest } from '../../engine/backtest/backtest.ts';
import { fixtures } from '../../engine/importers/battery/testing.ts';
import { isErrorStopping, type Decisions } from '../../engine/model/decisions.ts';
import { verdictKinds, type VerdictKind } from '../../engine/model/verdict.ts';
import { openEntry, type OpenSession } from '../../engine/opening/open-session.ts';
import { decisionsOf } from '../../engine/rules/decisions.ts';
import type { Rule } from '../../engine/rules/rule.ts';
import { sweep } from '../../engine/rules/sweep.ts';
import { systemOf } from '../../engine/systems/systems.ts';
import { openNow } from '../../engine/testing.ts';
import { changeInCell, decisionDiff } from '../../state/decisionDiff.ts';
import { differenceOf } from '../difference.ts';
import { rowsOf } from './rows.ts';

/** Between them they pass, fire, fail, and are unknown where a recording does not say how many tokens it took or who asked. */
const rules: readonly Rule[] = [
  ['true', 'turn'],
  ['false', 'middleware.before'],
  ['context.llm.tokens.total < 2000', 'turn'],
  ['context.llm.tokens.total < 2000', 'guardrail.after'],
  ['context.user.id == "me"', 'middleware.before'],
  ['input.amount <= 100', 'middleware.before'],
].map(([expression = '', hook]) => ({ expression, hook: hook as Rule['hook'], match: null }));

/** A few sessions are enough of a file with hundreds. */
const maxSessions = 3;

const sessions: OpenSession[] = [];
beforeAll(() => {
  for (const { text } of fixtures) {
    const found = openNow(text);
    if (!found.ok) throw new Error(found.problem.message);
    for (let entry = 0; entry < Math.min(maxSessions, found.value.entries.length); entry++) {
      const session = openEntry(found.value, entry, systemOf);
      if (session.ok) sessions.push(session.value);
    }
  }
}, 120_000);

/** Independent of the code: what happens at a turn, as far as it is known. */
const happens = (verdict: VerdictKind, errorStops: boolean) => {
  if (verdict === 'unknown') return 'not known';
  return verdict === 'fire' || (verdict === 'error' && errorStops) ? 'stops' : 'goes on';
};

test.each(['closed', 'open'] as const)(
  'the timeline, the table of decisions and the backtest count the same difference in all recordings, with errors %s',
  async (assertError) => {
    const seen = { blocked: 0, released: 0, unknown: 0 };
    for (const session of sessions) {
      const decisions: Decisions = { ...decisionsOf(session, {}), assertError };
      const codes: Uint8Array[] = [];
      for (const rule of rules) codes.push((await sweep(session, rule, decisions, unhurried)).codes);
      const judged = await backtest(session, rules, { assertError }, unhurried);
      for (const [before, baseline] of rules.entries())
        for (const [after, draft] of rules.entries()) {
          const [was, is] = [codes[before] ?? new Uint8Array(), codes[after] ?? new Uint8Array()];
          const stops = {
            baseline: isErrorStopping(baseline, decisions),
            draft: isErrorStopping(draft, decisions),
          };
          const expected = { blocked: 0, released: 0, unknown: 0 };
          for (let turn = 0; turn < is.length; turn++) {
            const then = happens(verdictKinds[was[turn] ?? 0] ?? 'n/a', stops.baseline);
            const now = happens(verdictKinds[is[turn] ?? 0] ?? 'n/a', stops.draft);
            if (then === now) continue;
            if (then === 'not known' || now === 'not known') expected.unknown++;
            else if (now === 'stops') expected.blocked++;
            else expected.released++;
          }

          const { blocked, released, unknown } = differenceOf(was, is, stops);
          expect({ blocked, released, unknown }).toEqual(expected);

          const diff = decisionDiff(was, is);
          const inTable = { blocked: 0, released: 0, unknown: 0, same: 0, other: 0 };
          for (const one of diff.kinds)
            for (const another of diff.kinds) {
              const cell = { baseline: one, draft: another };
              inTable[changeInCell(cell, stops)] += diff.count(cell);
            }
          expect(inTable).toMatchObject(expected);

          const [row] = rowsOf(
            [
              {
                recording: { id: 'r', name: 'r', kind: 'open', source: 'r' },
                sessions: [
                  {
                    entry: 0,
                    title: 't',
                    content: null,
                    system: 'task',
                    turns: is.length,
                    rules: [judged[after] ?? null, judged[before] ?? null],
                  },
                ],
                failures: [],
              },
            ],
            new Map(),
            [{ id: 'draft' }, { id: 'baseline' }],
          );
          expect(row?.change).toEqual(expected);
          for (const kind of ['blocked', 'released', 'unknown'] as const) seen[kind] += expected[kind];
        }
    }
    // The recordings hold every kind of difference, or the comparison would say nothing of it.
    expect(Object.values(seen).every((turns) => turns > 100)).toBe(true);
  },
  120_000,
);
