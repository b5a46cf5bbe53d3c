import { expect, test } from 'vitest';
import { unhurried } from '../base/pace.ts';
import type { Result } from '../base/result.ts';
import { defaultDecisions } from '../engine/model/decisions.ts';
import type { Problem } from '../engine/model/problem.ts';
import { writeSessionFile } from '../engine/model/session-file.ts';
import { sessionOf } from '../engine/model/testing.ts';
import type { Choice, LeavingInput } from './leaving-protocol.ts';
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
const rules = [{ expression: 'input.amount < 300', hook: 'middleware.before', match: 'pay' }] as const;

/** An engine that has the session open. */
async function opened() {
  const engine = methods();
  given(await engine.open({ text, name: 'a', source: 's1' }, unhurried));
  const { ref: session } = given(await engine.openSession({ source: 's1', entry: 0 }, unhurried));
  const input: LeavingInput = { session, choice, rules, policy: null, decisions: defaultDecisions, seed: 'a' };
  return { engine, input };
}

function given<T>(result: Result<T, Problem>): T {
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
}

test('the pages of the preview are together the text that is handed over', async () => {
  const { engine, input } = await opened();
  const report = given(await engine.prepareLeaving(input, unhurried));
  expect(report).toMatchObject({
    changedPlaces: 800,
    fileName: 'a-test.ctx.json',
    proof: { turns: 400, differingTurns: 0 },
  });
  const whole = given(await engine.leavingText(input, unhurried));
  expect(whole.text).not.toMatch(/person\d|acme-corp/);
  let pages = '';
  while (pages.length < report.characters) {
    const page = given(await engine.leavingPage({ ...input, from: pages.length }, unhurried));
    expect(page.standIns.length).toBeGreaterThan(10);
    pages = pages.slice(0, page.start) + page.text;
  }
  expect(pages).toBe(whole.text);
});

test('a change leads to the page with its stand-in', async () => {
  const { engine, input } = await opened();
  const report = given(await engine.prepareLeaving(input, unhurried));
  const change = report.changes.find(({ path }) => path === 'events[300].args.to');
  expect(change).toMatchObject({ before: 'person300@acme-corp.io' });
  if (change === undefined) return;
  const { text: shown, wanted } = given(await engine.leavingPage({ ...input, from: change }, unhurried));
  expect(shown.slice(wanted?.start, wanted?.end)).toBe(change.after);
});

test('what was shown is handed over, also after something else was prepared, and by a worker that did not prepare it', async () => {
  const [first, second] = [await opened(), await opened()];
  const { input } = first;
  const { characters } = given(await first.engine.prepareLeaving(input, unhurried));
  const { text: shown } = given(await first.engine.leavingText(input, unhurried));
  expect(shown).toHaveLength(characters);
  given(await first.engine.prepareLeaving({ ...input, choice: { ...choice, kinds: [] } }, unhurried));
  expect(given(await first.engine.leavingText(input, unhurried)).text).toBe(shown);
  expect(given(await second.engine.leavingText(input, unhurried)).text).toBe(shown);
});

test('a review holds the rule before and after, how many verdicts changed, and turns of the session that leaves', async () => {
  const { engine, input } = await opened();
  const rule = { expression: 'input.amount < 398', hook: 'middleware.before', match: 'pay' } as const;
  const baseline = { ...rule, expression: 'input.amount < 300' };
  const { text: said } = given(await engine.leavingReview({ ...input, rule, baseline }, unhurried));
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
  const alone = given(await engine.leavingReview({ ...input, rule, baseline: null }, unhurried));
  expect(alone.text).toContain('## Where it fires: 2 turns');
});
