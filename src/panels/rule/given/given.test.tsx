import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { unhurried } from '../../../base/pace.ts';
import { loadEnvironmentsOf } from '../../../engine/environments/registry.ts';
import { readFindings } from '../../../engine/environments/findings.ts';
import { defaultDecisions } from '../../../engine/model/decisions.ts';
import type { HookId } from '../../../engine/model/hooks.ts';
import { openEntry } from '../../../engine/opening/open-session.ts';
import { sweep } from '../../../engine/rules/sweep.ts';
import { systemOf } from '../../../engine/systems/systems.ts';
import { openNow } from '../../../engine/testing.ts';
import { giveDialogs, giveMedia } from '../../../ui/testing.ts';
import { endPanels, refundsOf, showPanel } from '../../testing.tsx';
import { RulePanel } from '../RulePanel.tsx';
import { exampleOf } from './given-example.ts';
import { FindingsDialog } from './FindingsDialog.tsx';
import { GivenDialog } from './GivenDialog.tsx';

beforeAll(() => {
  giveMedia();
  giveDialogs();
});
afterEach(endPanels);

const text = refundsOf(50, 1200, 70, 900);
const ofGateway = {
  expression: 'mcp.tool.name != "refund" || jwt.sub == "ann"',
  hook: 'agentgateway.tool-call.before',
  match: null,
} as const;
const ofCelAi = {
  expression: '!tool.call.sensitivityFindings("pii").hasValue()',
  hook: 'cel-ai.tool-call.before',
  match: null,
} as const;

const verdicts = () => screen.findByRole('status', { name: 'Effect of the rule', hidden: true });
const problem = (name: string) => screen.getByRole('status', { name: `Problem of the ${name}`, hidden: true });

/** The counts of the same rule without the page, as the command line has them. */
async function countsOf(rule: typeof ofGateway | typeof ofCelAi, given: object) {
  await loadEnvironmentsOf([rule.hook]);
  const read = openNow(text);
  const opened = read.ok ? openEntry(read.value, 0, systemOf) : read;
  if (!opened.ok) throw new Error(opened.problem.message);
  return (await sweep(opened.value, rule, { ...defaultDecisions, ...given }, unhurried)).counts;
}

test.each<readonly [HookId, string | null]>([
  ['agentgateway.tool-call.before', 'Give values…'],
  ['cel-ai.tool-call.before', 'Findings table…'],
  ['middleware.before', null],
])('below a rule at %s is the tool for what no recording holds: %s', async (hook, name) => {
  await showPanel(<RulePanel />, { text, view: { ownRule: { expression: 'true', hook, match: null } } });
  await screen.findByRole('button', { name: 'Clause coverage' });
  expect(screen.queryByRole('button', { name: /Give values|Findings table/ })?.textContent ?? null).toBe(name);
});

test('values take effect as they are typed, and give the verdicts of the command line', async () => {
  const store = await showPanel(<GivenDialog onClose={() => {}} />, { text, view: { ownRule: ofGateway } });
  const user = userEvent.setup();
  await waitFor(async () => expect((await verdicts()).textContent).toBe('Blocks none of 4 calls · 4 unknown'));
  const box = screen.getByRole('textbox', { name: 'Values as a JSON object', hidden: true });
  const given = '{"jwt": {"sub": "bob"}}';
  await user.click(box);
  await user.paste(given);
  await waitFor(async () => expect((await verdicts()).textContent).toBe('Blocks 4 of 4 calls'));
  expect(store.getState()).toMatchObject({ givenTexts: { given }, givenDrafts: {} });
  expect(await countsOf(ofGateway, { given })).toMatchObject({ eligible: 4, fire: 4, unknown: 0 });
});

test('a text that cannot be used says why, and the last valid one stays in effect', async () => {
  const given = '{"jwt": {"sub": "bob"}}';
  const store = await showPanel(<GivenDialog onClose={() => {}} />, {
    text,
    view: { ownRule: ofGateway, givenTexts: { given } },
  });
  const user = userEvent.setup();
  const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Values as a JSON object', hidden: true });
  await user.clear(box);
  await user.click(box);
  await user.paste(given);
  await user.clear(box);
  await waitFor(() => expect(store.getState().givenTexts).toEqual({}));
  await user.click(box);
  await user.paste('{"user": "bob"}');
  await waitFor(() =>
    expect(problem('values').textContent).toMatch(/no variable user, whose value is at line 1, column 10/),
  );
  expect(problem('values').textContent).toMatch(/No values are in effect yet\.$/);
  store.getState().actions.give('given', given);
  store.getState().actions.draftGiven('given', '{"jwt": {"sub": ');
  await waitFor(() => expect(problem('values').textContent).toMatch(/The last valid values stay in effect\.$/));
  expect(box.value).toBe('{"jwt": {"sub": ');
  await waitFor(async () => expect((await verdicts()).textContent).toBe('Blocks 4 of 4 calls'));
});

test('what was given since the dialog opened is one step that can be undone', async () => {
  const onClose = vi.fn<() => void>();
  const store = await showPanel(<GivenDialog onClose={onClose} />, { text, view: { ownRule: ofGateway } });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Begin with what the rule reads', hidden: true }));
  await waitFor(() => expect(store.getState().givenTexts.given).toBeDefined());
  await user.click(screen.getByRole('button', { name: 'Done', hidden: true }));
  expect(onClose).toHaveBeenCalledOnce();
  expect(store.getState().actions.undo()).toBe('change the given values');
  expect(store.getState().givenTexts).toEqual({});
});

test('an example has the places that the rule reads and the recording lacks', () => {
  const part = (path: readonly string[], outcome: 'unknown' | 'value') => ({ path, outcome }) as never;
  const json = exampleOf([part(['jwt'], 'unknown'), part(['jwt', 'sub'], 'unknown'), part(['mcp', 'tool'], 'value')]);
  expect(JSON.parse(json)).toEqual({ jwt: { sub: '' } });
});

test('a findings table is written by keyboard, and gives the verdicts of the command line', async () => {
  const store = await showPanel(<FindingsDialog onClose={() => {}} />, { text, view: { ownRule: ofCelAi } });
  const user = userEvent.setup();
  const field = (name: string) => screen.findByLabelText(`${name} of line 1`);
  await waitFor(async () => expect((await verdicts()).textContent).toBe('Blocks none of 4 calls · 4 unknown'));
  screen.getByRole('button', { name: 'Add a line', hidden: true }).focus();
  await user.keyboard('{Enter}');
  expect(await field('Category')).toBeDefined();
  await waitFor(() => expect(problem('lines').textContent).toMatch(/^In line 1/));
  await user.type(await field('Label'), 'pii');
  await user.type(await field('Finding'), 'customer');
  await user.type(await field('Words'), 'customer-1, nobody');
  await waitFor(async () => expect((await verdicts()).textContent).toBe('Blocks 1 of 4 calls'));
  const { findings = '' } = store.getState().givenTexts;
  expect(readFindings(findings)).toMatchObject({
    ok: true,
    value: [{ category: 'sensitivity', label: 'pii', finding: 'customer', words: ['customer-1', 'nobody'] }],
  });
  expect(await countsOf(ofCelAi, { findings })).toMatchObject({ eligible: 4, fire: 1, unknown: 0 });

  await user.selectOptions(await screen.findByLabelText('How line 1 finds'), 'pattern');
  const pattern = await screen.findByLabelText<HTMLInputElement>('Pattern of line 1');
  expect(pattern.value).toBe('customer-1|nobody');
  await user.clear(pattern);
  await user.type(pattern, '(');
  await waitFor(() => expect(problem('lines').textContent).toMatch(/regular expression/));
  expect(problem('lines').textContent).toMatch(/The last valid lines stay in effect\.$/);
  await user.click(screen.getByRole('button', { name: 'Remove line 1', hidden: true }));
  await waitFor(() => expect(store.getState().givenTexts).toEqual({}));
});

test('the text of a file replaces the table when it is pasted into it, and keeps what the table does not show', async () => {
  const store = await showPanel(<FindingsDialog onClose={() => {}} />, { text, view: { ownRule: ofCelAi } });
  const user = userEvent.setup();
  const lines = [
    { category: 'threat', label: 'a', finding: 'x', words: ['one'], confidence: 0.5, note: 'of the team' },
    { category: 'safety', label: 'b', finding: 'y', pattern: String.raw`\d`, confidence: 1 },
  ];
  await user.click(screen.getByRole('button', { name: 'Add a line', hidden: true }));
  await user.click(await screen.findByLabelText('Label of line 1'));
  await user.paste(JSON.stringify(lines));
  await waitFor(() => expect(JSON.parse(store.getState().givenTexts.findings ?? 'null')).toEqual(lines));
  await user.clear(await screen.findByLabelText('Confidence of line 2'));
  await user.type(await screen.findByLabelText('Confidence of line 2'), '0.25');
  const changed = [lines[0], { ...lines[1], confidence: 0.25 }];
  await waitFor(() => expect(JSON.parse(store.getState().givenTexts.findings ?? 'null')).toEqual(changed));
  await user.click(screen.getByRole('radio', { name: 'Text', hidden: true }));
  const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Findings table as JSON', hidden: true });
  expect(JSON.parse(box.value)).toEqual(changed);
});
