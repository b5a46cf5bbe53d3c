import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { countVerdicts } from '../../engine/model/verdict.ts';
import { treeLines } from '../../ui/treeLines.ts';
import type { NodeOutline, TurnColumns } from '../../worker/protocol.ts';
import { contextRows, countedOn, tokenWords } from './contextRows.ts';

const nodesOf = (parents: readonly (string | null)[]): readonly NodeOutline[] =>
  parents.map((parent, at) => ({
    id: `n${at}`,
    parent,
    title: `n${at}`,
    turns: 0,
    firstTurn: null,
    lastTurn: null,
    density: [],
  }));

const columnsOf = (places: readonly number[]): TurnColumns => ({
  kinds: new Uint8Array(places.length),
  nodes: Uint32Array.from(places),
  calls: new Uint32Array(places.length),
  functions: [],
  prompt: new Uint32Array(places.length),
  completion: new Uint32Array(places.length),
  cached: new Uint32Array(places.length),
  contextWindow: null,
  times: new Float64Array(places.length),
});

const usesOf = (nodes: readonly NodeOutline[]) =>
  nodes.map(({ id }) => ({
    functions: [
      { key: id, calls: 2 },
      { key: 'search', calls: 1 },
    ],
    tokens: { recorded: 5, calls: 2, uncounted: id === 'n1' ? 1 : 0 },
    sharesContext: true,
  }));

test('a row has the verdicts, calls and tokens of the context’s own turns, in their order', () => {
  const nodes = nodesOf([null, 'n0', 'n0']);
  const lines = treeLines(nodes, () => true);
  const rows = contextRows(
    { columns: columnsOf([0, 1, 1, 0, 2]), uses: usesOf(nodes), codes: Uint8Array.of(2, 5, 2, 0, 4), total: null },
    countedOn(nodes, lines),
  );
  expect(rows.map(({ codes }) => [...(codes ?? [])])).toEqual([[2, 0], [5, 2], [4]]);
  expect(rows.map(({ turns, calls, tokens }) => [turns, calls, tokens])).toEqual([
    [2, 3, { recorded: 5, calls: 2, uncounted: 0, isWhole: true }],
    [2, 3, { recorded: 5, calls: 2, uncounted: 1, isWhole: false }],
    [1, 3, { recorded: 5, calls: 2, uncounted: 0, isWhole: true }],
  ]);
  expect(rows[1]?.functions).toEqual([
    { key: 'n1', calls: 2 },
    { key: 'search', calls: 1 },
  ]);
});

test('a closed line counts the contexts below it, and a search hides the others', () => {
  const nodes = nodesOf([null, 'n0', 'n1', 'n0']);
  const closed = treeLines(nodes, ({ id }) => id !== 'n1');
  expect(countedOn(nodes, closed)).toEqual([0, 1, 1, 3]);
  const found = treeLines(nodes.slice(0, 2), () => true);
  expect(countedOn(nodes, found)).toEqual([0, 1, -1, -1]);
});

test('the counts of all lines together are those of the timeline, whichever branches are open', () => {
  const parents = fc
    .array(fc.nat(), { maxLength: 12 })
    .map((picks) => [null, ...picks.map((pick, at) => `n${pick % (at + 1)}`)]);
  fc.assert(
    fc.property(
      parents,
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 5 })), { maxLength: 80 }),
      fc.array(fc.boolean(), { minLength: 13, maxLength: 13 }),
      (tree, turns, open) => {
        const nodes = nodesOf(tree);
        const places = turns.map(([pick]) => pick % nodes.length);
        const codes = Uint8Array.from(turns, ([, code]) => code);
        const lines = treeLines(nodes, ({ id }) => open[Number(id.slice(1))] === true);
        const lineOf = countedOn(nodes, lines);
        const rows = contextRows({ columns: columnsOf(places), uses: usesOf(nodes), codes, total: null }, lineOf);
        const sum = (pick: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + pick(row), 0);
        const whole = countVerdicts(codes);
        for (const kind of ['eligible', 'fire', 'error', 'unknown', 'pass', 'value'] as const)
          expect(sum(({ counts }) => counts?.[kind] ?? 0)).toBe(whole[kind]);
        expect(sum((row) => row.turns)).toBe(turns.length);
        expect(sum((row) => row.calls)).toBe(3 * nodes.length);
        for (const [place, { id }] of nodes.entries()) {
          const line = lines.find((one) => one.id === id);
          if (line === undefined || line.open === false) continue;
          const own = countVerdicts(codes.filter((_code, turn) => places[turn] === place));
          expect(rows[place]?.counts).toEqual(own);
        }
      },
    ),
  );
});

test('the tokens of a line are unknown from the first call without a number', () => {
  const words = (recorded: number, uncounted: number) =>
    Object.values(tokenWords({ recorded, calls: 3, uncounted, isWhole: uncounted === 0 }) ?? {});
  expect(words(18_912, 0)).toEqual(['18 912', '18 912 tokens']);
  expect(words(18_912, 1)).toEqual(['18 912+', 'at least 18 912 tokens (1 of 3 model calls has no number)']);
  expect(words(0, 2)).toEqual(['unknown', 'tokens unknown (2 of 3 model calls have no number)']);
  expect(words(0, 0)).toEqual([]);
  // A long number fits its column.
  expect(words(47_609_906, 2)).toEqual(['47.6M+', 'at least 47 609 906 tokens (2 of 3 model calls have no number)']);
});

test('a line with every turn has the sum that rules see, or lacks it with them', () => {
  const nodes = nodesOf([null, 'n0']);
  const lineOf = countedOn(nodes, [{ id: 'n0', open: false }]);
  const tokens = (total: number | null) =>
    contextRows({ columns: columnsOf([0, 1]), uses: usesOf(nodes), codes: null, total }, lineOf)[0]?.tokens;
  expect(tokens(467)).toMatchObject({ recorded: 467, isWhole: true });
  expect(tokens(null)).toMatchObject({ recorded: 10, isWhole: false });
});
