import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unhurried } from '../../base/pace.ts';
import { fixtures } from '../importers/battery/testing.ts';
import { type AlignedRow, countRows, firstDifference, parts, rowAt } from '../model/alignment.ts';
import { contextAt } from '../model/context-view.ts';
import { defaultDecisions } from '../model/decisions.ts';
import { formatPath, type Path } from '../model/path.ts';
import { isSnapshot } from '../model/snapshot-moment.ts';
import { elementAt, entry, isList, isMap, keysOf, type Value } from '../model/value.ts';
import { firstSession } from '../testing.ts';
import { compare } from './compare.ts';
import type { Comparable } from './pair.ts';
import { stateDifferences, type VisibleState } from './states.ts';

function stateOf(text: string): VisibleState {
  const { session: open } = firstSession(text);
  return {
    context: contextAt(open.history, 0, defaultDecisions),
    [open.system.root]: open.system.stateAt(open.session, open.history, 0, defaultDecisions),
  };
}

const comparable = (text: string): Comparable => ({
  history: firstSession(text).session.history,
  snapshot: stateOf(text),
});

async function rowOf(here: string, there: string): Promise<AlignedRow> {
  const alignment = await compare(comparable(here), comparable(there), unhurried);
  expect(firstDifference(alignment)).toBe(countRows(alignment).same === 1 ? null : 0);
  return rowAt(alignment, 0);
}

const placesBetween = (before: VisibleState, after: VisibleState): readonly string[] =>
  stateDifferences(before, after).changes.map(({ path }) => formatPath(path));

const exported = {
  call_id: 'c1',
  workflow_id: 'w',
  flags: { done: false },
  workflow: { n: 1 },
  current_agent: 'a',
  agents: {},
  user: {},
  params: {},
  agent_history: ['a'],
  history: [],
};
const call = (changed: object = {}) => JSON.stringify({ ...exported, ...changed });

describe('two exported calls', () => {
  test('of one state are the same', async () => {
    expect(await rowOf(call(), call())).toEqual({ kind: 'same', differs: 0, here: 0, there: 0 });
    expect(placesBetween(stateOf(call()), stateOf(call()))).toEqual([]);
  });

  test('whose state differs are a turn that changed', async () => {
    const other = call({ call_id: 'c2', flags: { done: true }, workflow: { n: 99 }, current_agent: 'b' });
    expect(await rowOf(call(), other)).toEqual({ kind: 'changed', differs: parts.state, here: 0, there: 0 });
    expect(new Set(placesBetween(stateOf(call()), stateOf(other)))).toEqual(
      new Set(['context.agent.name', 'call.call_id', 'call.flags.done', 'call.workflow.n', 'call.current_agent']),
    );
  });

  test('that differ in the own state of the system alone are a turn that changed', async () => {
    const other = call({ workflow: { n: 2 } });
    expect((await rowOf(call(), other)).kind).toBe('changed');
    expect(placesBetween(stateOf(call()), stateOf(other))).toEqual(['call.workflow.n']);
  });
});

test('the root of a system that one side does not have is one place', () => {
  expect(placesBetween({ context: { a: 1 }, adk: { b: 1 } }, { context: { a: 1 }, call: { c: 1 } })).toEqual([
    'call',
    'adk',
  ]);
});

test('many differences in one root do not hide those in the other', () => {
  const numbers = (from: number) => Array.from({ length: 1000 }, (_, at) => from + at);
  const found = stateDifferences({ context: numbers(0), call: { n: 1 } }, { context: numbers(1), call: { n: 2 } });
  expect(found.isCut).toBe(true);
  expect(formatPath(found.changes.at(-1)?.path ?? [])).toBe('call.n');
});

describe('a snapshot from the fixtures', () => {
  const snapshots = fixtures
    .filter(({ text }) => text.length < 100_000)
    .filter(({ text }) => isSnapshot(firstSession(text).session.history));

  test('exists for more than one format', () => {
    expect(new Set(snapshots.map(({ owner }) => owner)).size).toBeGreaterThan(1);
  });

  test.each(snapshots)('$owner/fixtures/$name is the same as itself', async ({ text }) => {
    expect((await rowOf(text, text)).kind).toBe('same');
    expect(placesBetween(stateOf(text), stateOf(text))).toEqual([]);
  });

  test.each(snapshots)('$owner/fixtures/$name with one changed leaf differs in one place', async ({ text }) => {
    const { history } = firstSession(text).session;
    const state = plain(stateOf(text));
    const leaves = leavesOf(state, []);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...leaves), async (leaf) => {
        const other = changedAt(state, leaf) as VisibleState; // no leaf is the whole state
        expect(stateDifferences(state, other).changes.map(({ path }) => path)).toEqual([leaf]);
        const alignment = await compare({ history, snapshot: state }, { history, snapshot: other }, unhurried);
        expect(rowAt(alignment, 0)).toMatchObject({ kind: 'changed', differs: parts.state });
      }),
      { numRuns: 20 },
    );
  });
});

/** The views of a state as lists and records. */
function plain(state: VisibleState): VisibleState {
  const copied = (value: Value): Value => {
    if (isList(value)) return Array.from({ length: value.length }, (_, at) => copied(elementAt(value, at) ?? null));
    if (!isMap(value)) return value;
    return Object.fromEntries(keysOf(value).map((key) => [String(key), copied(entry(value, String(key)) ?? null)]));
  };
  return Object.fromEntries(Object.entries(state).map(([root, value]) => [root, copied(value)]));
}

function leavesOf(value: Value, path: Path): readonly Path[] {
  const inside = stepsIn(value).flatMap(([step, child]) => leavesOf(child, [...path, step]));
  return inside.length === 0 ? [path] : inside;
}

function changedAt(value: Value, [step, ...rest]: Path): Value {
  if (step === undefined) return 'another value of this leaf';
  const children = stepsIn(value).map(([key, child]) => [key, key === step ? changedAt(child, rest) : child] as const);
  return isList(value) ? children.map(([, child]) => child) : Object.fromEntries(children);
}

const stepsIn = (value: Value): readonly (readonly [string | number, Value])[] =>
  isList(value)
    ? Array.from({ length: value.length }, (_, at) => [at, elementAt(value, at) ?? null] as const)
    : isMap(value)
      ? keysOf(value).map((key) => [String(key), entry(value, String(key)) ?? null] as const)
      : [];
