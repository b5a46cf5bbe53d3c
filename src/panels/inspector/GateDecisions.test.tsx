import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { View } from '../../state/view.ts';
import { giveElementsSize } from '../../ui/testing.ts';
import { systemViews } from '../systemViews.ts';
import { endPanels, showPanel } from '../testing.tsx';
import { InspectorPanel } from './InspectorPanel.tsx';

let restore = () => {};
beforeEach(() => {
  restore = giveElementsSize({ width: 480, height: 480 });
});
afterEach(() => {
  endPanels();
  restore();
});

const log = readFileSync(
  join(import.meta.dirname, '../../engine/importers/claude-code/fixtures/gate-log.jsonl'),
  'utf8',
);
const Reasons = () => null;

async function decided(turn: number, view: Partial<View> = {}) {
  await showPanel(<InspectorPanel why={Reasons} systemViews={systemViews} />, {
    text: log,
    view: { tab: 'call', turn, ...view },
  });
  return screen.findByRole('region', { name: 'Decided by the gate' });
}

const pathRule = (expression: string) =>
  ({ ownRule: { expression, hook: 'middleware.before', match: null } }) as Partial<View>;

test('the decision has its rule, its whole reason and its time', async () => {
  const own = await decided(5);
  for (const text of [
    'Denied by the gate',
    'capabilities.Bash.before[0]',
    'Contextscope stopped this call: rm -rf build removes whole folders',
    '2026-11-29T11:34:45.614Z',
  ])
    expect(within(own).getByText(text)).toBeTruthy();
});

test('a call and its result have a decision each', async () => {
  const own = await decided(7);
  expect(within(own).getByText('Passed by the gate')).toBeTruthy();
  expect(within(own).getByText('Result denied by the gate')).toBeTruthy();
});

test('where the draft rule now says otherwise, that is said beside the recorded decision', async () => {
  const own = await decided(5, pathRule('input.command != "x"'));
  expect(await within(own).findByText('The draft rule would let the agent do this.')).toBeTruthy();
});

test('where it says the same, or is about another hook, nothing is said', async () => {
  const own = await decided(5, pathRule('!input.command.contains("rm")'));
  await within(own).findByText('Denied by the gate');
  expect(within(own).queryByText(/would/)).toBeNull();
});

const policy = (assertion: string) => ({
  policy: { name: 'p', text: `capabilities:\n  Bash:\n    before:\n      - assert: '${assertion}'\n` },
});

test('an open policy counts, and not the rule in the editor', async () => {
  const own = await decided(3, { ...policy('input.command != "ls build"'), ...pathRule('true') });
  const [call, result] = within(own).getAllByText(/assed by the gate$/);
  expect(call?.textContent).toBe('Passed by the gate');
  expect(await within(own).findByText('The open policy would deny this.')).toBeTruthy();
  // The step is about the call, so it says nothing about the result.
  expect(result?.closest('dl')?.textContent).not.toContain('would');
});

test('a policy that wants a person to decide would ask', async () => {
  const own = await decided(3, policy('review("owner")'));
  expect(await within(own).findByText('The open policy would ask about this.')).toBeTruthy();
});
