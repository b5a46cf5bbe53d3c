import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { unhurried } from '../../base/pace.ts';
import { contextAt } from '../../engine/model/context-view.ts';
import { defaultDecisions } from '../../engine/model/decisions.ts';
import type { Path } from '../../engine/model/path.ts';
import { writeSessionFile } from '../../engine/model/session-file.ts';
import { sessionOf } from '../../engine/model/testing.ts';
import { elementAt, entry, isList, isMap, keysOf, valueAt, type Value } from '../../engine/model/value.ts';
import type { OpenSession } from '../../engine/opening/open-session.ts';
import { createOpenSources } from './open-sources.ts';
import { pathHistory } from './path-history.ts';

const decisions = defaultDecisions;

async function opened(text: string): Promise<OpenSession> {
  const sources = createOpenSources();
  const source = await sources.open(async () => ({ ok: true, value: text }), undefined, unhurried);
  if (!source.ok) throw new Error(source.problem.message);
  const session = await sources.session(source.value.source, 0);
  if (!session.ok) throw new Error(session.problem.message);
  return session.value;
}

const plainNumber = (value: Value | undefined): number | null => (typeof value === 'number' ? value : null);

/** Paths of the plain numbers in a value, the first of each list and the last. */
function numbersIn(value: Value, path: Path = []): readonly Path[] {
  if (plainNumber(value) !== null) return [path];
  if (path.length > 6) return [];
  const steps = isList(value) ? [...new Set([0, value.length - 1])] : isMap(value) ? keysOf(value).map(String) : [];
  return steps.flatMap((step) => {
    const child = typeof step === 'number' ? elementAt(value as never, step) : entry(value as never, step); // a list or a map
    return child === undefined ? [] : numbersIn(child, [...path, step]);
  });
}

/** The same points, from a state rebuilt at each turn. */
function recount(open: OpenSession, root: 'context' | 'system', path: Path) {
  const points: { turn: number; value: number | null }[] = [];
  for (const { index: turn } of open.history.turns) {
    const state =
      root === 'context'
        ? contextAt(open.history, turn, decisions)
        : open.system.stateAt(open.session, open.history, turn, decisions);
    const value = plainNumber(valueAt(state, path));
    if (points.length === 0 || points.at(-1)?.value !== value) points.push({ turn, value });
  }
  return points;
}

const samples = 'public/samples';

describe.each(readdirSync(samples).filter((name) => name.endsWith('.ctx.json')))('%s', (name) => {
  it.each(['context', 'system'] as const)('has the history that a recount at every turn finds: %s', async (root) => {
    const open = await opened(readFileSync(`${samples}/${name}`, 'utf8'));
    const last = open.history.turns.length - 1;
    const state =
      root === 'context'
        ? contextAt(open.history, last, decisions)
        : open.system.stateAt(open.session, open.history, last, decisions);
    for (const path of numbersIn(state).slice(0, 60)) {
      const { points, lowest, highest, changes, sampled } = await pathHistory(
        open,
        { root, path, node: null, decisions },
        unhurried,
      );
      const expected = recount(open, root, path);
      expect({ path, points }).toEqual({ path, points: expected });
      const values = expected.flatMap(({ value }) => (value === null ? [] : [value]));
      expect([lowest, highest]).toEqual([Math.min(...values), Math.max(...values)]);
      expect([changes, sampled]).toEqual([expected.length - 1, null]);
    }
  });
});

it('keeps the lowest and the highest value of 20 000 changes in few points', async () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => {
    const amount = at === 7001 ? 9999 : at === 13_003 ? -5 : at % 10;
    return `refund({"amount": ${amount}}) -> {"ok": true}`;
  });
  const open = await opened(writeSessionFile(sessionOf(`user: refund all\n${lines.join('\n')}`)));
  const path = ['capabilities', 'refund', 'inputs', 0, 'amount'];
  const history = await pathHistory(open, { root: 'context', path, node: null, decisions }, unhurried);
  expect(history).toMatchObject({ lowest: -5, highest: 9999, changes: 20_000 });
  expect(history.points.length).toBeLessThanOrEqual(602);
  expect(history.points).toContainEqual({ turn: 7002, value: 9999 });
  expect(history.points).toContainEqual({ turn: 13_004, value: -5 });
});

it('looks at few turns where a system makes its state anew for each, and reports it', async () => {
  const lines = Array.from({ length: 1000 }, () => 'refund({"amount": 1}) -> {"ok": true}');
  const open = await opened(writeSessionFile(sessionOf(`user: refund all\n${lines.join('\n')}`)));
  const path = ['context', 'capabilities', 'refund', 'count_successful'];
  const { points, sampled } = await pathHistory(open, { root: 'system', path, node: null, decisions }, unhurried);
  expect(sampled).toBe(240);
  expect(points.at(-1)).toEqual({ turn: 1000, value: 1000 });
});
