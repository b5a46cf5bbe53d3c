import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { unhurried } from '../base/pace.ts';
import { rowCount } from '../engine/model/alignment.ts';
import { defaultDecisions } from '../engine/model/decisions.ts';
import { writeSessionFile } from '../engine/model/session-file.ts';
import { sessionOf } from '../engine/model/testing.ts';
import { methods } from './methods.ts';
import type { Input, Method, Output } from './protocol.ts';
import type { Methods } from './serve.ts';

/** The engine with two sessions open. Returns outputs and throws problems. */
async function opened(...texts: readonly [string, string]) {
  const engine = methods();
  const ask = async <M extends Method>(method: M, input: Input<M>): Promise<Output<M>> => {
    const call = engine[method] as (input: Input<M>, pace: typeof unhurried) => ReturnType<Methods[M]>; // one method
    const result = await call(input, unhurried);
    if (!result.ok) throw new Error(result.problem.message);
    return result.value; // the output of that method
  };
  const refs = [];
  for (const text of texts) {
    const { source } = await ask('open', { text, name: 'a' });
    refs.push((await ask('openSession', { source, entry: 0 })).ref);
  }
  const [session, other] = refs;
  if (session === undefined || other === undefined) throw new Error('two sessions were opened');
  return { ask, both: { session, other } };
}

const lines = `
  user: refund my order
  refund({"amount": 10, "note": "as agreed"}) -> {"ok": true}
  agent: It is refunded.
`;
const ofLines = (text: string) => writeSessionFile(sessionOf(text));
const decisions = { decisions: defaultDecisions, otherDecisions: defaultDecisions };

describe('two open sessions', () => {
  test('are sent in windows of rows, with the words that differ', async () => {
    const { ask, both } = await opened(ofLines(lines), ofLines(lines.replace('10', '12').replace('true', '[true]')));
    const { alignment, totals } = await ask('compare', both);
    expect(totals.rows).toEqual({ same: 2, changed: 1, here: 0, there: 0 });
    expect(rowCount(alignment)).toBe(3);
    const [row, ...others] = await ask('comparedRows', { ...both, from: 1, to: 2 });
    expect(others).toEqual([]);
    expect(row?.texts).toMatchObject([
      { part: 'argument', name: 'amount', here: { text: '10' }, there: { text: '12' } },
      { part: 'result', here: { text: '{"ok":true}' }, there: { text: '{"ok":[true]}' } },
    ]);
  });

  test('a long message is shown from shortly before its first difference', async () => {
    const start = 'the same words again '.repeat(200);
    const { ask, both } = await opened(ofLines(`agent: ${start}yes`), ofLines(`agent: ${start}no`));
    const [row] = await ask('comparedRows', { ...both, from: 0, to: 9 });
    const here = row?.texts[0]?.here;
    expect(here?.text).toMatch(/^(the|same|words|again) .*yes$/);
    expect(here?.text.length).toBeLessThan(130);
    expect(here).toMatchObject({ isCutBefore: true, isCutAfter: false });
    expect(here?.marks.map(({ start, end }) => here.text.slice(start, end))).toEqual(['yes']);
  });

  test('the states after two turns differ by what the calls of one side added', async () => {
    const { ask, both } = await opened(ofLines(lines), ofLines(lines));
    const { changes } = await ask('comparedState', { ...both, ...decisions, turn: 1, otherTurn: 0 });
    const added = changes.find(({ path }) => path.join('.') === 'context.capabilities.refund.count_successful');
    expect(added).toMatchObject({ before: { text: '0' }, after: { text: '1' } });
    expect((await ask('comparedState', { ...both, ...decisions, turn: 2, otherTurn: 2 })).changes).toEqual([]);
  });

  test('the states differ in the root of the system, too, once for each place', async () => {
    const { ask, both } = await opened(ofLines(lines), ofLines(lines));
    const { changes } = await ask('comparedState', { ...both, ...decisions, turn: 2, otherTurn: 1 });
    expect(new Set(changes.map(({ path: [root] }) => root))).toEqual(new Set(['context', 'task']));
    const places = changes.map(({ path }) => path.join('.'));
    expect(new Set(places).size).toBe(places.length);
  });

  test('that are exported states differ where their states do', async () => {
    const exported = { call_id: 'c1', workflow_id: 'w', flags: {}, agents: {}, user: {}, params: {}, history: [] };
    const [here, there] = [1, 99].map((n) => JSON.stringify({ ...exported, workflow: { n } })) as [string, string];
    const { ask, both } = await opened(here, there);
    expect((await ask('compare', both)).totals.rows).toEqual({ same: 0, changed: 1, here: 0, there: 0 });
    const { changes } = await ask('comparedState', { ...both, ...decisions, turn: 0, otherTurn: 0 });
    expect(changes).toMatchObject([{ path: ['call', 'workflow', 'n'], before: { text: '99' }, after: { text: '1' } }]);
    const same = await opened(here, here);
    expect((await same.ask('compare', same.both)).totals.rows.same).toBe(1);
  });

  test('that are exported states are compared as the decisions show them, in their row as in the places', async () => {
    const exported = '{"call_id":"c1","workflow_id":"w","flags":{},"agents":{},"user":{},"params":{},"history":[],';
    const { ask, both } = await opened(`${exported}"workflow":{"n":1}}`, `${exported}"workflow":{"n":1.0}}`);
    const compared = async (jsonNumbers: 'as-written' | 'all-double') => {
      const decided = { ...defaultDecisions, jsonNumbers };
      const asked = { ...both, decisions: decided, otherDecisions: decided };
      const { totals } = await ask('compare', asked);
      const [row] = await ask('comparedRows', { ...asked, from: 0, to: 1 });
      const { changes } = await ask('comparedState', { ...asked, turn: 0, otherTurn: 0 });
      return [totals.rows.changed, row?.kind, changes.length];
    };
    expect(await compared('as-written')).toEqual([1, 'changed', 1]);
    expect(await compared('all-double')).toEqual([0, 'same', 0]);
  });

  test('a rule that blocks a call of one side alone is counted', async () => {
    const { ask, both } = await opened(ofLines(lines), ofLines(lines.replace('10', '1200')));
    const rule = { expression: 'input.amount <= 1000', hook: 'middleware.before', match: 'refund' } as const;
    const acts = await ask('comparedActs', { ...both, ...decisions, rule });
    expect(acts).toEqual({ here: 0, there: 1, onlyHere: 0, onlyThere: 1 });
  });

  test('stay in the rows of their comparison while one of them grows', async () => {
    const { ask, both } = await opened(ofLines('user: one'), ofLines('user: one\n user: two\n user: three'));
    const { session: run } = await ask('startRun', { start: { system: 'voice', given: '{"call_id": "call-9"}' } });
    const says = (word: string) => ask('perform', { session: run.ref, call: { line: `call.user_says("${word}")` } });
    await says('one');
    const begun = { session: run.ref, other: both.other };
    const { alignment } = await ask('compare', begun);
    expect(rowCount(alignment)).toBe(3);
    for (const word of ['nothing', 'like', 'it', 'at', 'all']) await says(word);
    const rows = await ask('comparedRows', { ...begun, from: 0, to: 60 });
    expect(rows.map(({ kind }) => kind)).toEqual(['same', 'there', 'there']);
    const { ref } = await ask('openSession', { source: run.ref.id.split(':')[0] ?? '', entry: 0 });
    const grown = await ask('compare', { ...begun, session: ref });
    expect(rowCount(grown.alignment)).toBe(6);
  });

  test('two runs of one task are compared from their files', async () => {
    const [plain, attacked] = ['travel-19', 'travel-19-attacked'].map((name) =>
      readFileSync(new URL(`../engine/compare/fixtures/${name}.json`, import.meta.url), 'utf8'),
    );
    const { ask, both } = await opened(plain ?? '', attacked ?? '');
    const [row] = await ask('comparedRows', { ...both, from: 9, to: 10 });
    expect(row?.texts).toHaveLength(1);
    expect(row?.texts[0]?.there?.text).toContain('INFORMATION');
  });
});
