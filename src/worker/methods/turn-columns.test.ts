import { expect, test } from 'vitest';
import { unhurried } from '../../base/pace.ts';
import type { Result } from '../../base/result.ts';
import { fixtures } from '../../engine/importers/battery/testing.ts';
import { turnKinds } from '../../engine/model/history.ts';
import type { Problem } from '../../engine/model/problem.ts';
import { methods } from '../methods.ts';

const engine = methods();

function valueOf<T>(result: Result<T, Problem>): T {
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
}

const nothing = { prompt: 0, completion: 0, total: 0 };

test.each(fixtures)(
  'the columns and the token curve of $owner/fixtures/$name say what the rows and the sums say',
  async ({ text, name }) => {
    const opened = await engine.open({ text, name }, unhurried);
    if (!opened.ok) return;
    const { source, sessions } = opened.value;
    for (let entry = 0; entry < Math.min(3, sessions.length); entry++) {
      const session = await engine.openSession({ source, entry }, unhurried);
      if (!session.ok) continue;
      const { ref, turns, nodes, recorded } = session.value;
      const columns = valueOf(await engine.turnColumns({ session: ref }, unhurried));
      const rows = valueOf(await engine.rows({ session: ref, from: 0, to: turns }, unhurried));
      expect(Array.from(columns.kinds, (kind) => turnKinds[kind])).toEqual(rows.map(({ kind }) => kind));
      expect(Array.from(columns.nodes, (place) => nodes[place]?.id)).toEqual(rows.map(({ node }) => node));
      expect([...columns.prompt]).toEqual(rows.map(({ tokens }) => tokens?.prompt ?? 0));
      expect([...columns.completion]).toEqual(rows.map(({ tokens }) => tokens?.completion ?? 0));
      expect(columns.cached.every((cached, turn) => cached <= (columns.prompt[turn] ?? 0))).toBe(true);
      expect(Array.from(columns.times, (at) => !Number.isNaN(at))).toEqual(rows.map(({ at }) => at !== null));
      expect(recorded).toEqual({
        times: rows.filter(({ at }) => at !== null).length,
        tokens: rows.filter(({ tokens }) => tokens !== null).length,
      });
      const { known: _, ...sums } = valueOf(await engine.tokens({ session: ref, turn: turns - 1 }, unhurried));
      const { points, highest, last } = valueOf(await engine.tokenCurve({ session: ref }, unhurried));
      expect(points.at(-1) ?? nothing).toMatchObject(sums);
      // The total that the caption of the curve gives is that of the last turn, or not of all turns.
      expect(last.unknownFrom === null ? last.total : null).toBe(sums.total);
      expect(highest).toBeGreaterThanOrEqual(last.total);
      for (const [place, { id, firstTurn, lastTurn }] of nodes.entries()) {
        const own = rows.filter(({ node }) => node === id).map(({ index }) => index);
        expect([place, firstTurn, lastTurn]).toEqual([place, own[0] ?? null, own.at(-1) ?? null]);
      }
    }
    await engine.close({ source }, unhurried);
  },
);
