import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CelError, parse, plan, preview, specificationLibrary, type EvalResult } from '../../engine/cel/index.ts';
import { defaultDecisions, type Decisions } from '../../engine/model/decisions.ts';
import { Unknown } from '../../engine/model/value.ts';
import type { OpenSession } from '../../engine/opening/open-session.ts';
import { openNow } from '../../engine/testing.ts';
import { openEntry } from '../../engine/opening/open-session.ts';
import { systemOf } from '../../engine/systems/systems.ts';
import { scopeAt } from '../../engine/rules/hook-scope.ts';
import type { CapabilityRow } from '../protocol.ts';
import { indexInLists, latencyOf, latencyOfAll, rowsAt, windowOf } from './capabilities.ts';

const importers = join(import.meta.dirname, '../../engine/importers');
const fixtures = readdirSync(importers, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) => {
    try {
      return readdirSync(join(importers, name, 'fixtures')).map((file) => join(name, 'fixtures', file));
    } catch {
      // Not every folder has fixtures.
      return [];
    }
  })
  .filter((path) => !path.endsWith('.outline.txt') && !path.endsWith('README.md'));

function sessionsIn(path: string): readonly OpenSession[] {
  const read = openNow(readFileSync(join(importers, path), 'utf8'));
  if (!read.ok) return [];
  return read.value.entries.slice(0, 3).flatMap((_, index) => {
    const opened = openEntry(read.value, index, systemOf);
    return opened.ok ? [opened.value] : [];
  });
}

/** The value of an expression at a turn for a rule that runs after it, from the evaluator alone. */
function evaluating(session: OpenSession, turn: number, decisions: Decisions = defaultDecisions) {
  const scope = scopeAt(session, 'turn', decisions).moveTo(turn);
  return (expression: string): EvalResult => plan(parse(expression).expr, specificationLibrary).run(scope);
}

function shown(outcome: EvalResult): string | null {
  if (outcome instanceof CelError) throw new Error(outcome.message);
  return outcome instanceof Unknown ? null : preview(outcome, 160).text;
}

/** Evaluates every cell of the table at a turn by the path that the table names. */
function compare(session: OpenSession, turn: number, decisions: Decisions = defaultDecisions) {
  const value = evaluating(session, turn, decisions);
  const rows = rowsAt(session.history, turn, decisions);
  const keys = value('context.capabilities.map(k, k)');
  // A snapshot may not hold the list of functions.
  expect(keys instanceof Unknown ? null : [...(keys as Iterable<unknown>)].filter((key) => key !== '_meta')).toEqual(
    rows === null ? null : rows.map((row) => row.function),
  );
  for (const row of rows ?? []) {
    const path = `context.capabilities[${JSON.stringify(row.function)}]`;
    for (const field of ['successful', 'errored', 'restricted'] as const) {
      const seen = value(`${path}.count_${field}`);
      expect(seen instanceof Unknown ? null : seen).toBe(row[field]);
    }
    expect(value(`${path}.inputs.size()`)).toBe(row.uses);
    const sort = { by: 'index', descending: false } as const;
    const table = windowOf(session.history, { function: row.function, turn, from: 0, to: 5, sort, decisions });
    expect(table.total).toBe(row.uses);
    expectRecounted(session, row, turn, decisions);
    for (const cell of table.rows) {
      expect(cell.input?.text ?? null).toBe(shown(value(`${path}.inputs[${cell.index}]`)));
      expect(cell.output?.text ?? null).toBe(shown(value(`${path}.outputs[${cell.index}]`)));
      const succeeded = value(`${path}.successful[${cell.index}]`);
      expect(succeeded instanceof Unknown ? 'no-result' : succeeded).toBe(
        cell.outcome === 'no-result' ? 'no-result' : cell.outcome === 'successful',
      );
    }
  }
}

/** The times beside the counts, counted anew from the invocations that the table lists. */
function expectRecounted({ history }: OpenSession, row: CapabilityRow, turn: number, decisions: Decisions) {
  const sort = { by: 'took', descending: false } as const;
  const all = windowOf(history, { function: row.function, turn, from: 0, to: Infinity, sort, decisions }).rows;
  for (const { tookMs, turn: at } of all) if (tookMs !== null) expect(tookMs).toBe(history.turns[at]?.tookMs);
  const times = all.flatMap(({ tookMs }) => (tookMs === null ? [] : [tookMs]));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  if (times.length === 0) return expect(row.latency).toBe(null);
  expect.assert(row.latency !== null);
  const { count, p50, p95, times: shown } = row.latency;
  expect(count).toBe(times.length);
  for (const [value, share] of [
    [p50, 0.5],
    [p95, 0.95],
  ] as const) {
    expect(times).toContain(value);
    expect(times.filter((time) => time <= value).length / count).toBeGreaterThanOrEqual(share);
    expect(times.filter((time) => time < value).length / count).toBeLessThan(share);
  }
  expect([shown[0], shown.at(-1)]).toEqual([times[0], times.at(-1)]);
  expect(shown.every((time) => times.includes(time))).toBe(true);
  if (times.length <= 100) expect(shown).toEqual(times);
}

/** The path that the *Call* view names leads to the output of the very call. */
function compareCall(session: OpenSession, turn: number) {
  const { history } = session;
  const at = history.turns[turn];
  const invocation = at?.invocation === undefined ? undefined : history.invocations[at.invocation];
  if (invocation === undefined) return;
  const index = indexInLists(history, invocation, defaultDecisions);
  const path = `context.capabilities[${JSON.stringify(invocation.function)}]`;
  const output = history.results.outputOf(invocation, defaultDecisions);
  expect(shown(evaluating(session, turn)(`${path}.outputs[${index}]`))).toBe(
    shown(output === undefined ? new Unknown([]) : output),
  );
}

const turnsOf = ({ history: { turns } }: OpenSession): ReadonlySet<number> => {
  const last = turns.length - 1;
  return new Set([-1, 0, 1, 2, last >> 2, last >> 1, last - 1, last].filter((turn) => turn >= -1 && turn <= last));
};

describe('every cell of the capability table is what CEL finds under the path that it names', () => {
  test.each(fixtures)('%s', (path) => {
    const sessions = sessionsIn(path);
    expect(sessions).toBeInstanceOf(Array);
    for (const session of sessions) {
      for (const turn of turnsOf(session)) compare(session, turn);
      for (const { index, kind } of session.history.turns.slice(0, 60))
        if (kind === 'capability') compareCall(session, index);
      // When contexts have a history of their own, one turn in each.
      for (const node of session.history.own?.keys() ?? []) {
        const turn = session.history.turns.findLastIndex((one) => one.node === node);
        if (turn >= 0) compare(session, turn);
      }
    }
  });
});

test('a sub-agent has its own counts, and the others’ functions with zeros', () => {
  const [session] = sessionsIn('claude-code/fixtures/composed-stream.jsonl');
  expect.assert(session !== undefined);
  const { turns } = session.history;
  const inside = turns.findLastIndex(({ node, kind }) => node !== turns[0]?.node && kind === 'capability');
  expect(inside).toBeGreaterThan(0);
  const of = (turn: number) => rowsAt(session.history, turn, defaultDecisions)?.map((row) => [row.function, row.uses]);
  expect(of(inside)).not.toEqual(of(turns.length - 1));
  const names = (turn: number) => new Set(of(turn)?.map(([name]) => name));
  expect(names(inside)).toEqual(names(turns.length - 1));
});

test('the times of several functions are taken together, up to the turn', () => {
  const called = (name: string, took_ms: number | undefined) => ({
    type: 'capability-invoked',
    function: name,
    args: {},
    outcome: 'ok',
    output: {},
    took_ms,
  });
  const events = [called('a', 10), called('b', 500), called('a', 20), called('b', undefined), called('a', 30)];
  const header = { title: 'timed' };
  const read = openNow(JSON.stringify({ format: 'contextscope/session', version: 1, system: 'task', header, events }));
  expect.assert(read.ok);
  const opened = openEntry(read.value, 0, systemOf);
  expect.assert(opened.ok);
  const { history } = opened.value;
  expect(latencyOfAll(history, 4, ['a', 'b', '__proto__'])).toMatchObject({
    p50: 20,
    p95: 500,
    times: [10, 20, 30, 500],
  });
  expect(latencyOfAll(history, 2, ['a', 'b'])).toMatchObject({ count: 3, p50: 20 });
  expect(latencyOfAll(history, 4, ['a'])).toMatchObject({ count: 3, p95: 30 });
  expect(latencyOfAll(history, 0, ['b'])).toBe(null);
});

test('of any times, half are at most p50, 95 of 100 at most p95, and a sample keeps the least and the greatest', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 90_000 }), { minLength: 1, maxLength: 900 }), (times) => {
      const latency = latencyOf(Float64Array.from(times));
      expect.assert(latency !== null);
      const share = (value: number) => times.filter((time) => time <= value).length / times.length;
      const shareBelow = (value: number) => times.filter((time) => time < value).length / times.length;
      expect(share(latency.p50)).toBeGreaterThanOrEqual(0.5);
      expect(shareBelow(latency.p50)).toBeLessThan(0.5);
      expect(share(latency.p95)).toBeGreaterThanOrEqual(0.95);
      expect(shareBelow(latency.p95)).toBeLessThan(0.95);
      expect(latency.count).toBe(times.length);
      expect(latency.times[0]).toBe(Math.min(...times));
      expect(latency.times.at(-1)).toBe(Math.max(...times));
      expect(latency.times.length).toBe(Math.min(times.length, 120));
    }),
  );
  expect(latencyOf(new Float64Array())).toBe(null);
});
