import { Blob as NodeBlob } from 'node:buffer';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startBacktest } from '../../state/backtest.ts';
import { giveDialogs, giveElementsSize, giveMedia } from '../../ui/testing.ts';
import type { View } from '../../state/view.ts';
import type { Recording } from '../../worker/backtest-protocol.ts';
import type { Rule } from '../../worker/protocol.ts';
import { endPanels, refundsOf, showPanel } from '../testing.tsx';
import { BacktestPanel } from './BacktestPanel.tsx';

const rule: Rule = { expression: 'input.amount <= 1000', hook: 'middleware.before', match: 'refund' };

// jsdom's blobs cannot pass through Node's message port; Node's blobs can, and behave the same.
const fileOf = (name: string, text: string): Recording => ({
  id: name,
  name,
  kind: 'file',
  file: new NodeBlob([text]) as unknown as Blob,
});

const titled = (title: string, ...amounts: readonly number[]) =>
  refundsOf(...amounts).replace('Please refund my orders', title);

let takeSizeAway: () => void;
beforeEach(() => {
  giveDialogs();
  giveMedia();
  takeSizeAway = giveElementsSize({ width: 1200, height: 600 });
  vi.stubGlobal('fetch', async () => new Response('[]'));
});
afterEach(() => {
  endPanels();
  sessionStorage.clear();
  takeSizeAway();
  vi.unstubAllGlobals();
});

const recordings = [
  fileOf('calm.json', titled('Calm', 10, 20)),
  fileOf('wild.json', titled('Wild', 5000, 10, 7000)),
  fileOf('mixed.json', titled('Mixed', 10, 2000)),
  fileOf('notes.txt', 'Dear diary.'),
];

const show = (view: Partial<View> = {}) =>
  showPanel(<BacktestPanel />, {
    text: refundsOf(1),
    view: { ownRule: rule, backtest: { ...startBacktest, recordings }, ...view },
  });

/** Rows appear as they are judged, and may move until the last one has appeared. */
const allJudged = () => screen.findByText('3 sessions in 4 recordings', { selector: '[aria-hidden]' });

const titlesShown = () =>
  within(screen.getByRole('grid', { name: 'Sessions and rules' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('gridcell')[0]?.textContent);

test('every file is a row, the most hits first, and an unreadable file shows its problem', async () => {
  await show();
  expect(await screen.findByText('fires at 2 of 3 eligible, first at turn 2')).toBeTruthy();
  expect(await screen.findByText('fires in 2 of 3 sessions with eligible turns · 3 of 7 eligible turns')).toBeTruthy();
  expect(titlesShown()).toEqual(['Wild', 'Mixed', 'Calm']);
  expect(await screen.findByText('1 file or session could not be judged')).toBeTruthy();
  const failed = screen.getByRole('list', { name: 'Could not be judged', hidden: true });
  expect(failed.textContent).toMatch(/^notes\.txt .+\.$/);
});

test('an edit of the rule judges every session again', async () => {
  const store = await show();
  await allJudged();
  act(() => store.getState().actions.setRule({ ...rule, expression: 'input.amount <= 6000' }));
  expect(await screen.findByText('fires at 1 of 3 eligible, first at turn 4')).toBeTruthy();
});

test('with a baseline, each row shows what the draft changes, and the filter lists the rows of one kind', async () => {
  await show({ ownBaseline: { ...rule, expression: 'input.amount > 20 && input.amount <= 3000' } });
  expect(await screen.findByText('1 newly blocked, 1 no longer blocked')).toBeTruthy();
  await allJudged();
  expect(screen.getByLabelText('+1 newly blocked in 1')).toBeTruthy();
  const released = screen.getByLabelText('−4 no longer blocked in 3');
  await userEvent.click(screen.getByLabelText('+1 newly blocked in 1'));
  expect(titlesShown()).toEqual(['Mixed']);
  await userEvent.click(released);
  expect(titlesShown()).toHaveLength(3);
  await userEvent.click(screen.getByRole('button', { name: /difference/ }));
  expect(titlesShown()).toEqual(['Calm', 'Mixed', 'Wild']);
});

test('without a rule, a sentence says what to do', async () => {
  await show({ ownRule: { ...rule, expression: '' } });
  expect(await screen.findByText('Write a rule above to judge every session by it.')).toBeTruthy();
  // There are sessions, but none is judged.
  expect(screen.queryByRole('status', { name: 'Progress' })).toBeNull();
  expect(screen.queryByText(/^No session/)).toBeNull();
});

test('a row is marked by key, and a result against the mark is reported', async () => {
  const store = await show();
  await allJudged();
  act(() => screen.getByRole('grid').focus());
  await userEvent.keyboard('{Home}-{ArrowDown}+');
  const marks = () => [...store.getState().backtest.marks.values()].map(({ name, mark }) => `${name} ${mark}`);
  expect(marks()).toEqual(['wild.json silent', 'mixed.json acts']);
  expect(await screen.findByText('fires at 2 of 3 eligible, first at turn 2, against the mark')).toBeTruthy();
  expect(await screen.findByText(/1 of 2 marks disagrees/)).toBeTruthy();
  await userEvent.keyboard('{Home}0');
  expect(marks()).toEqual(['mixed.json acts']);
});

const marksOf = (...sessions: readonly object[]) =>
  new File([JSON.stringify({ format: 'contextscope/marks', version: 1, sessions })], 'labels.json');

test('marks are imported; marks whose session is missing or has changed are listed and can be resolved', async () => {
  const store = await show();
  await allJudged();
  const file = marksOf(
    { recording: 'wild.json', should: 'not-fire' },
    { recording: 'mixed.json', content: 'another text', should: 'fire' },
    { recording: 'gone.json', content: 'lost', title: 'Gone', should: 'fire' },
  );
  await userEvent.upload(screen.getByLabelText('Files of marks'), file);
  expect((await screen.findByText('labels.json: 3 marks read.')).getAttribute('role')).toBe('status');
  expect(await screen.findByText('fires at 2 of 3 eligible, first at turn 2, against the mark')).toBeTruthy();

  const waiting = await screen.findByRole('list', { name: 'Marks without a session', hidden: true });
  expect(waiting.textContent).toMatch(/mixed\.json.+text has changed.+gone\.json “Gone” should fire\. Add the file/);
  await userEvent.click(screen.getByText('Use 1 mark for the session that may be meant'));
  expect(await screen.findByText(/1 of 2 marks disagrees/)).toBeTruthy();
  await userEvent.click(screen.getByText('Delete the mark'));
  expect([...store.getState().backtest.marks.values()].map(({ name }) => name)).toEqual(['wild.json', 'mixed.json']);

  // A file without marks changes nothing.
  await userEvent.upload(screen.getByLabelText('Files of marks'), new File(['[]'], 'labels.json'));
  expect(await screen.findByText(/^labels\.json: This is not a marks file/)).toBeTruthy();
});

test('Enter shows the row’s session where the rule first fires; the second time it is already open', async () => {
  const store = await show();
  await allJudged();
  const enter = async () => {
    act(() => screen.getByRole('grid').focus());
    await userEvent.keyboard('{Home}{Enter}');
  };
  await enter();
  await expect.poll(() => store.getState().turn).toBe(2);
  const { session, sources } = store.getState();
  expect(sources.map(({ name, recording }) => [name, recording])).toEqual([['wild.json', 'wild.json']]);
  expect(session).toEqual({ kind: 'source', source: sources[0]?.opened.source, entry: 0 });

  act(() => store.getState().actions.moveCursor(0));
  await enter();
  await expect.poll(() => store.getState().turn).toBe(2);
  expect(store.getState().sources).toHaveLength(1);
});

test('another session’s suggested rule does not replace the rules that the table compares', async () => {
  const store = await showPanel(<BacktestPanel />, {
    text: refundsOf(1),
    starter: rule,
    view: { backtest: { ...startBacktest, recordings } },
  });
  await allJudged();
  act(() => screen.getByRole('grid').focus());
  await userEvent.keyboard('{Home}{Enter}');
  await expect.poll(() => store.getState().turn).toBe(2);
  const { ownRule, ownBaseline } = store.getState();
  expect([ownRule, ownBaseline]).toEqual([rule, rule]);
});

test('a click on the ribbon of a policy rule opens the session at that turn, with that rule in the editor', async () => {
  const text = 'capabilities:\n  refund:\n    before:\n      - assert: input.amount <= 6000\n';
  const store = await show({ policy: { name: 'policy.yaml', text } });
  await screen.findByText('fires at 1 of 3 eligible, first at turn 4');
  const [wild] = within(screen.getByRole('grid')).getAllByRole('row').slice(1);
  const ribbon = wild?.querySelectorAll('canvas')[1] ?? document.body;
  // Six turns of eight pixels each.
  fireEvent.click(ribbon, { clientX: 34 });
  await expect.poll(() => store.getState().policyRule?.id).toBe('capabilities.refund.before[0]');
  const { turn, policyRule } = store.getState();
  expect(turn).toBe(4);
  expect(policyRule?.rule).toMatchObject({ expression: 'input.amount <= 6000', match: 'refund' });
});

test('rules of another host’s policy that can stop a call have a column, and count what they stop', async () => {
  const text = `default: allow
rules:
  - {description: Large, condition: tool.call.params.amount > 6000, effect: deny}
  - {description: Middle, condition: tool.call.params.amount > 1500, effect: confirm}
  - {description: Small, condition: tool.name == "refund", effect: allow}
`;
  await show({ policy: { name: 'guard.celpolicy', text } });
  expect(await screen.findByRole('button', { name: /Large/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /Middle/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Small/ })).toBeNull();
  await allJudged();
  const wild = within(screen.getByRole('grid')).getByRole('row', { name: /Wild/ });
  expect(within(wild).getByText('fires at 1 of 3 eligible, first at turn 4')).toBeTruthy();
  expect(within(wild).getAllByText('fires at 2 of 3 eligible, first at turn 2')).toHaveLength(2);
});

const gateway = `mcp:
  policies:
    mcpAuthorization:
      rules:
      - mcp.tool.name == "lookup"
      - mcp.tool.name == "refund" && jwt.sub == "ann"
`;

test('a policy of rules that only allow has a column for what it decides, and a click on its ribbon shows the call', async () => {
  const store = await show({
    policy: { name: 'gateway.yaml', text: gateway },
    givenTexts: { given: '{"jwt": {"sub": "bob"}}' },
  });
  expect(await screen.findByRole('button', { name: /policy/ })).toBeTruthy();
  await allJudged();
  expect(await screen.findByText('blocks in 3 of 3 sessions with eligible turns · 7 of 7 eligible turns')).toBeTruthy();
  const wild = within(screen.getByRole('grid')).getByRole('row', { name: /Wild/ });
  expect(within(wild).getByText('blocks at 3 of 3 eligible, first at turn 2')).toBeTruthy();
  fireEvent.click(wild.querySelectorAll('canvas')[1] ?? document.body, { clientX: 34 });
  await expect.poll(() => store.getState().turn).toBe(4);
});

test('an edit of a rule that allows shows what the policy blocks with it, against the policy before', async () => {
  const id = 'mcp.policies.mcpAuthorization.rules[1]';
  const hook = 'agentgateway.tool-call.before';
  const before = { hook, match: null, ofPolicy: true, yields: 'allow', expression: 'jwt.sub == "ann"' } as const;
  const policyRule = { id, rule: { ...before, expression: 'mcp.tool.name == "refund"' }, baseline: before };
  await show({
    policy: { name: 'gateway.yaml', text: gateway },
    policyRule,
    givenTexts: { given: '{"jwt": {"sub": "bob"}}' },
  });
  await allJudged();
  expect(await screen.findByText('3 no longer blocked')).toBeTruthy();
  expect(screen.getByText(/blocks nothing by itself/)).toBeTruthy();
  expect(screen.getByLabelText('−7 no longer blocked in 3')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /policy/ })).toBeNull();
});

test('headings sort: names ascending first, numbers descending first', async () => {
  await show();
  await allJudged();
  await userEvent.click(screen.getByRole('button', { name: /Session/ }));
  expect(titlesShown()).toEqual(['Calm', 'Mixed', 'Wild']);
  await userEvent.click(screen.getByRole('button', { name: /Turns/ }));
  expect(titlesShown()).toEqual(['Wild', 'Calm', 'Mixed']);
});
