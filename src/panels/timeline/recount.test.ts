import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultDecisions } from '../../engine/model/decisions.ts';
import { turnKinds } from '../../engine/model/history.ts';
import { verdictCodes } from '../../engine/model/verdict.ts';
import { inProcessEngine } from '../../services/engine/testing.ts';
import type { Rule, SessionOutline, TurnColumns } from '../../worker/protocol.ts';
import { timeAxisOf } from './axis.ts';
import { worstPerCell } from './aggregate.ts';
import { kindsPerCell, lanesOf } from './lanes.ts';
import { layoutOf } from './layout.ts';
import { largestPerCell } from './TokensRow.tsx';

const folder = new URL('../../../public/samples/', import.meta.url);
interface Sample {
  readonly id: string;
  readonly file: string;
  readonly rule: Rule;
}
const index: unknown = JSON.parse(readFileSync(new URL('index.json', folder), 'utf8'));
const samples = index as readonly Sample[]; // written by `npm run samples`, whose own test checks it

const { client: engine, dispose } = inProcessEngine();
afterAll(dispose);

describe.each(samples)('the sample $id', ({ file, rule }) => {
  let outline: SessionOutline;
  let columns: TurnColumns;
  let codes: Uint8Array;
  let rows: Awaited<ReturnType<typeof engine.rows>>;

  beforeAll(async () => {
    const { source } = await engine.open({ text: readFileSync(new URL(file, folder), 'utf8'), name: file });
    outline = await engine.openSession({ source, entry: 0 });
    const session = outline.ref;
    columns = await engine.turnColumns({ session });
    rows = await engine.rows({ session, from: 0, to: outline.turns });
    codes = (await engine.sweep({ session, rule, decisions: defaultDecisions })).codes;
  });

  test('has in each cell of its lanes and ribbons what a recount of its rows has', () => {
    const views = fc.record({
      width: fc.integer({ min: 1, max: 120 }),
      sight: fc.option(
        fc.tuple(fc.double({ min: 0, max: 0.9, noNaN: true }), fc.double({ min: 0.1, max: 1, noNaN: true })),
      ),
      inTime: fc.boolean(),
      isFolded: fc.boolean(),
    });
    const { turns, nodes } = outline;
    fc.assert(
      fc.property(views, ({ width, sight, inTime, isFolded }) => {
        const from = (sight?.[0] ?? 0) * turns;
        const part = sight === null ? null : { from, to: Math.min(turns, from + Math.max(1, sight[1] * turns)) };
        const axis = inTime ? timeAxisOf(columns.times) : null;
        const layout = layoutOf(turns, width, part, axis?.positions ?? null);
        const folded = new Map(nodes.map(({ title }) => [`1 ${title}`, isFolded]));
        const lanes = lanesOf(nodes, folded);
        const masks = kindsPerCell(columns, lanes, layout);
        const worst = worstPerCell(codes, layout);
        const largest = largestPerCell(columns, layout);
        for (let cell = 0; cell < layout.cells; cell++) {
          const own = rows.slice(layout.firsts[cell], layout.firsts[cell + 1]);
          for (const [lane, { contexts }] of lanes.entries()) {
            const ids = new Set(contexts.map(({ place }) => nodes[place]?.id));
            const kinds = turnKinds.filter((kind) => own.some((row) => row.kind === kind && ids.has(row.node)));
            expect(turnKinds.filter((_, bit) => ((masks[lane]?.[cell] ?? 0) >> bit) & 1)).toEqual(kinds);
          }
          expect(worst[cell]).toBe(Math.max(...own.map((row) => codes[row.index] ?? 0)));
          const sumOf = (turn: number) => (rows[turn]?.tokens?.prompt ?? 0) + (rows[turn]?.tokens?.completion ?? 0);
          expect(sumOf(largest[cell] ?? 0)).toBe(Math.max(...own.map((row) => sumOf(row.index))));
        }
      }),
      { numRuns: 40 },
    );
  });

  test('says in its boxes which function each turn calls', () => {
    const called = rows.map((row) => (row.kind === 'capability' ? row.label : undefined));
    expect(Array.from(columns.calls, (place) => columns.functions[place - 1])).toEqual(called);
    expect(codes).toHaveLength(rows.length);
    expect(codes.every((code) => code <= verdictCodes.fire)).toBe(true);
  });
});
