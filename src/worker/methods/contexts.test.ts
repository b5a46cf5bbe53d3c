import { expect, test } from 'vitest';
import { unhurried } from '../../base/pace.ts';
import { fixtures } from '../../engine/importers/battery/testing.ts';
import { methods } from '../methods.ts';

const engine = methods();

test.each(fixtures)(
  'the uses of each context in $owner/fixtures/$name are those of its rows',
  async ({ text, name }) => {
    const opened = await engine.open({ text, name }, unhurried);
    if (!opened.ok) return;
    const { source, sessions } = opened.value;
    for (let entry = 0; entry < Math.min(3, sessions.length); entry++) {
      const session = await engine.openSession({ source, entry }, unhurried);
      if (!session.ok) continue;
      const { ref, turns, nodes } = session.value;
      const uses = await engine.contexts({ session: ref }, unhurried);
      const rows = await engine.rows({ session: ref, from: 0, to: turns }, unhurried);
      if (!uses.ok || !rows.ok) throw new Error('an open session has contexts and rows');
      expect(uses.value).toHaveLength(nodes.length);
      for (const [place, { id }] of nodes.entries()) {
        const called = rows.value.flatMap((row) => (row.node === id && row.kind === 'capability' ? [row.label] : []));
        const counted = uses.value[place]?.functions.flatMap(({ key, calls }) =>
          Array.from({ length: calls }, () => key),
        );
        expect(counted?.toSorted()).toEqual(called.toSorted());
        const own = rows.value.filter((row) => row.node === id);
        const models = own.filter(({ kind }) => kind === 'llm').map(({ tokens }) => tokens);
        expect(uses.value[place]?.tokens).toEqual({
          recorded: own.reduce((sum, { tokens }) => sum + (tokens?.prompt ?? 0) + (tokens?.completion ?? 0), 0),
          calls: models.length,
          uncounted: models.filter((tokens) => tokens === null || Object.values(tokens).includes(null)).length,
        });
      }
      expect(uses.value[0]?.sharesContext).toBe(true);
    }
    await engine.close({ source }, unhurried);
  },
);
