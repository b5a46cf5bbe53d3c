import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { giveElementsSize, giveMedia } from '../../ui/testing.ts';
import { endPanels, showPanel } from '../testing.tsx';
import { TranscriptPanel } from './TranscriptPanel.tsx';

let restore = () => {};
beforeEach(() => {
  giveMedia();
  restore = giveElementsSize({ width: 800, height: 2000 });
});
afterEach(() => {
  endPanels();
  restore();
});

const log = readFileSync(
  join(import.meta.dirname, '../../engine/importers/claude-code/fixtures/gate-log.jsonl'),
  'utf8',
);
const show = () => showPanel(<TranscriptPanel />, { text: log, view: { turn: 0 } });
const row = (turn: number) => screen.findByRole('row', { name: new RegExp(`^turn ${turn},`) });

test('a screen reader hears in the row of a turn what the gate denied or asked, and why', async () => {
  await show();
  await screen.findByText('Result denied by the gate');
  const said = async (turn: number) => (await row(turn)).textContent;
  expect(await said(0)).toContain('hunter2.Denied by the gate: no passwords in messages');
  expect(await said(5)).toContain('blockedDenied by the gate: rm -rf build removes whole folders');
  expect(await said(7)).toContain('Result denied by the gate: the output holds a token');
  expect(await said(9)).toContain('Asked by the gate: the policy wants a person to decide');
  expect(await said(10)).toContain('Denied by the gate: the answer quotes a token');
});

test('the reason of a denied call is said once, and a turn that passed has no mark', async () => {
  await show();
  await screen.findByText('Result denied by the gate');
  expect(within(await row(5)).queryByText(/Contextscope stopped/)).toBeNull();
  for (const turn of [1, 3, 11]) expect((await row(turn)).textContent).not.toContain('gate');
});

test('the marks are found by their words and reasons', async () => {
  const store = await show();
  await row(5);
  const find = async (text: string) => {
    act(() => store.getState().actions.setFilter(text));
    return screen.findByText(/^text: /);
  };
  expect((await find('asked by the gate')).textContent).toBe('text: in 1 turn');
  await find('quotes a token');
  expect((await screen.findByText('quotes a token')).tagName).toBe('MARK');
});
