import { expect, test } from 'vitest';
import { unhurried } from '../base/pace.ts';
import { defaultDecisions } from '../engine/model/decisions.ts';
import { writeSessionFile } from '../engine/model/session-file.ts';
import { sessionOf } from '../engine/model/testing.ts';
import type { Choice } from './leaving-protocol.ts';
import { methods } from './methods.ts';

const text = writeSessionFile(
  sessionOf(
    Array.from(
      { length: 400 },
      (_, n) => `pay({"to": "person${n}@acme-corp.io", "amount": ${n}}) -> "paid to person${n}@acme-corp.io"`,
    ).join('\n'),
  ),
);

const choice: Choice = { part: { kind: 'whole' }, kinds: ['email'], names: [], paths: [], onlyRead: false };

async function prepared() {
  const engine = methods();
  const opened = await engine.open({ text, name: 'a' }, unhurried);
  if (!opened.ok) throw new Error(opened.problem.message);
  const outline = await engine.openSession({ source: opened.value.source, entry: 0 }, unhurried);
  if (!outline.ok) throw new Error(outline.problem.message);
  const session = outline.value.ref;
  const prepare = async () => {
    const rules = [{ expression: 'input.amount < 300', hook: 'middleware.before', match: 'pay' }] as const;
    const made = await engine.prepareLeaving(
      { session, choice, rules, policy: null, decisions: defaultDecisions, seed: 'a' },
      unhurried,
    );
    if (!made.ok) throw new Error(made.problem.message);
    return made.value;
  };
  return { engine, session, prepare };
}

test('the pages of the preview are together the text that is handed over', async () => {
  const { engine, session, prepare } = await prepared();
  const report = await prepare();
  expect(report).toMatchObject({
    changedPlaces: 800,
    fileName: 'a-test.ctx.json',
    proof: { turns: 400, differingTurns: 0 },
  });
  const whole = await engine.leavingText({ session, made: report.made }, unhurried);
  if (!whole.ok) throw new Error(whole.problem.message);
  expect(whole.value.text).not.toMatch(/person\d|acme-corp/);
  let pages = '';
  while (pages.length < report.characters) {
    const page = await engine.leavingPage({ session, made: report.made, from: pages.length }, unhurried);
    if (!page.ok) throw new Error(page.problem.message);
    expect(page.value.standIns.length).toBeGreaterThan(10);
    pages = pages.slice(0, page.value.start) + page.value.text;
  }
  expect(pages).toBe(whole.value.text);
});

test('a change leads to the page with its stand-in', async () => {
  const { engine, session, prepare } = await prepared();
  const report = await prepare();
  const change = report.changes.find(({ path }) => path === 'events[300].args.to');
  expect(change).toMatchObject({ before: 'person300@acme-corp.io' });
  if (change === undefined) return;
  const page = await engine.leavingPage({ session, made: report.made, from: change }, unhurried);
  if (!page.ok) throw new Error(page.problem.message);
  const { text: shown, wanted } = page.value;
  expect(shown.slice(wanted?.start, wanted?.end)).toBe(change.after);
});

test('an older preview is not handed over any more', async () => {
  const { engine, session, prepare } = await prepared();
  const before = await prepare();
  await prepare();
  expect(await engine.leavingText({ session, made: before.made }, unhurried)).toMatchObject({
    problem: { code: 'leaving/made-anew' },
  });
});

test('a review holds the rule before and after, how many verdicts changed, and turns of the session that leaves', async () => {
  const { engine, session, prepare } = await prepared();
  const { made } = await prepare();
  const rule = { expression: 'input.amount < 398', hook: 'middleware.before', match: 'pay' } as const;
  const baseline = { ...rule, expression: 'input.amount < 300' };
  const ask = { session, made, rule, decisions: defaultDecisions };
  const review = await engine.leavingReview({ ...ask, baseline }, unhurried);
  if (!review.ok) throw new Error(review.problem.message);
  const { text: said } = review.value;
  expect(said).toContain('## Before\n\n`middleware.before` of `pay`\n\n```cel\ninput.amount < 300\n```');
  expect(said).toContain('## After\n\n`middleware.before` of `pay`\n\n```cel\ninput.amount < 398\n```');
  // Counted by hand: of 400 calls, amounts from 300 to 397 are let through by the new rule alone.
  expect(said).toContain('| before: fires | 2 | 98 |\n| before: passes | 0 | 300 |');
  expect(said).toContain('## What changes: 98 turns, the first 3');
  expect(said.match(/^### Turn \d+: .*$/gm)).toEqual([
    '### Turn 300: fires → passes',
    '### Turn 301: fires → passes',
    '### Turn 302: fires → passes',
  ]);
  expect(said).not.toContain('person300@');
  const alone = await engine.leavingReview({ ...ask, baseline: null }, unhurried);
  expect(alone.ok && alone.value.text).toContain('## Where it fires: 2 turns');
});
