import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { View } from '../../state/view.ts';
import type { LiveState } from '../../worker/live-protocol.ts';
import { liveReport } from '../../worker/live/testing.ts';
import { giveDialogs, giveElementsSize, giveMedia } from '../../ui/testing.ts';
import { endPanels, refundsOf, showPanel } from '../testing.tsx';
import { TranscriptPanel } from './TranscriptPanel.tsx';

let restore = () => {};
beforeEach(() => {
  giveMedia();
  restore = giveElementsSize({ width: 800, height: 480 });
});
afterEach(() => {
  endPanels();
  restore();
});

/** Turns: 0 input, 1 llm, 2 refund of 2400, 3 refund of 40, 4 llm. */
async function turns(view: Partial<View> = {}) {
  const store = await showPanel(<TranscriptPanel />, { text: refundsOf(2400, 40), view: { turn: 0, ...view } });
  const grid = screen.getByRole('grid', { name: 'Turns' });
  await within(grid).findByText('Please refund my orders');
  return { store, grid };
}

test('every turn has a row with its kind and text', async () => {
  const { grid } = await turns();
  expect(grid.getAttribute('aria-rowcount')).toBe('6');
  expect(within(grid).getByText('Done, all refunded.')).toBeTruthy();
  expect(within(grid).getAllByText(/^turn \d, call$/)).toHaveLength(2);
});

test('turns selected in the timeline are the only ones, and a filter finds those among them', async () => {
  const { store, grid } = await turns();
  act(() => store.getState().actions.selectTurns({ first: 2, last: 3 }));
  expect(grid.getAttribute('aria-rowcount')).toBe('3');
  expect(within(grid).getAllByText(/^turn \d, call$/)).toHaveLength(2);
  act(() => store.getState().actions.setFilter('input.amount == 40.0 || output == "x"'));
  await screen.findByText(/^CEL: /);
  expect(grid.getAttribute('aria-rowcount')).toBe('2');
  act(() => store.getState().actions.selectTurns(null));
  act(() => store.getState().actions.setFilter(''));
  expect(grid.getAttribute('aria-rowcount')).toBe('6');
});

test('gaps in the recording are marked at the turns beside them', async () => {
  const recording = "[{'role': 'user', 'content': 'Hi'}, ..., {'role': 'assistant', 'content': 'Bye'}, ...]";
  await showPanel(<TranscriptPanel />, { text: recording, view: { turn: 0 } });
  const bye = await screen.findByRole('row', { name: /Bye/ });
  expect(within(bye).getAllByText('… missing')).toHaveLength(2);
  expect(screen.getAllByText('… missing')).toHaveLength(2);
});

test('every row has the verdict of the rule in the editor', async () => {
  const rule = { expression: 'input.amount <= 1000', hook: 'middleware.before', match: 'refund' } as const;
  const { grid } = await turns({ ownRule: rule });
  expect(await within(grid).findAllByRole('img', { name: 'fires' })).toHaveLength(1);
  expect(within(grid).getAllByRole('img', { name: 'passes' })).toHaveLength(1);
  expect(within(grid).getAllByRole('img', { name: 'not eligible' })).toHaveLength(3);
});

test('while a number is tried, the verdicts are those of the tried rule, and the column is marked', async () => {
  const rule = { expression: 'input.amount <= 1000', hook: 'middleware.before', match: 'refund' } as const;
  const { grid } = await turns({ ownRule: rule, trial: 'input.amount <= 9' });
  expect(await within(grid).findAllByRole('img', { name: 'fires' })).toHaveLength(2);
  expect(within(grid).getByRole('columnheader', { name: 'tried' })).toBeTruthy();
});

test('a screen reader hears the turn, its kind, the function and the verdict', async () => {
  const rule = { expression: 'input.amount <= 1000', hook: 'middleware.before', match: 'refund' } as const;
  await turns({ ownRule: rule });
  await screen.findByRole('img', { name: 'fires' });
  expect(screen.getByRole('row', { name: /^turn 2, call refund.*fires$/ })).toBeTruthy();
  expect(
    screen.getByRole('row', {
      name: /^turn 1, agent calls plan: refund, refund not eligible$/,
    }),
  ).toBeTruthy();
});

test('a call is its name with its arguments, and beneath it how it ended, with its result on one line', async () => {
  const { grid } = await turns();
  const call = within(grid).getByRole('row', { name: /^turn 2, call/ });
  expect(call.textContent).toContain('refund(amount: 2400, recipient: "customer-0")');
  expect(within(call).getByText('ok')).toBeTruthy();
  expect(within(call).getByText('{"refunded": 2400}')).toBeTruthy();
});

test('the user and the agent are named above what they say', async () => {
  const { grid } = await turns();
  expect(within(grid).getByText('Please refund my orders').closest('[role="row"]')?.textContent).toContain('user');
  expect(within(grid).getByText('Done, all refunded.').closest('[role="row"]')?.textContent).toContain('agent');
});

describe('a call with long arguments', () => {
  const body = Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\n');
  const long = JSON.stringify({
    messages: [
      { role: 'user', content: 'Send it' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'call_0',
            type: 'function',
            function: { name: 'send', arguments: JSON.stringify({ to: ['a@example.com'], body }) },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'call_0', content: '{"sent":true,"to":["a@example.com"]}' },
    ],
  });

  test('lists them below each other, texts with their line breaks; opened, it has all of them and formatted JSON', async () => {
    await showPanel(<TranscriptPanel />, { text: long, view: { turn: 2 } });
    const row = await screen.findByRole('row', { name: /^turn 2, call/ });
    expect(
      within(row)
        .getAllByRole('term')
        .map((name) => name.textContent),
    ).toEqual(['to', 'body']);
    expect(row.textContent).toContain('line 0\nline 1\n');
    expect(row.textContent).not.toContain('line 29');
    await userEvent.click(within(row).getByRole('button', { name: 'Show all' }));
    await expect.poll(() => row.textContent).toContain('line 28\nline 29');
    await userEvent.click(within(row).getByRole('button', { name: 'Show less' }));
    await expect.poll(() => row.textContent).not.toContain('line 29');
  });
});

test('a new day and a long pause are said above the turn', async () => {
  const at = (time: string, role: string, content: string) => ({ role, content, timestamp: time });
  const text = JSON.stringify({
    messages: [
      at('2026-01-31T23:58:00Z', 'user', 'Hello'),
      at('2026-01-31T23:58:30Z', 'assistant', 'Hi'),
      at('2026-02-01T00:01:00Z', 'user', 'Still there?'),
    ],
  });
  await showPanel(<TranscriptPanel />, { text, view: { turn: 0 } });
  expect(await screen.findByText('31 Jan 2026')).toBeTruthy();
  expect(screen.getByText('1 Feb 2026 · 2 min 30 s later')).toBeTruthy();
});

test.each([
  [
    'as a part of its own',
    [
      { type: 'thinking', thinking: 'The user asks for a reason.', signature: 'x' },
      { type: 'text', text: 'Because.' },
    ],
  ],
  ['in tags before the text', '<think>\nThe user asks for a reason.\n</think>\n\nBecause.'],
])('what the model thought, %s, is folded, is shown on demand, and is found', async (_, content) => {
  const text = JSON.stringify({
    model: 'claude',
    messages: [
      { role: 'user', content: 'Why?' },
      { role: 'assistant', content },
    ],
  });
  const store = await showPanel(<TranscriptPanel />, { text, view: { turn: 0 } });
  const grid = screen.getByRole('grid', { name: 'Turns' });
  await userEvent.click(await screen.findByRole('button', { name: 'Thought · 6 words' }));
  expect(await screen.findByText('The user asks for a reason.')).toBeTruthy();
  expect(within(grid).getByText('Because.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Thought · 6 words' }));
  expect(screen.queryByText('The user asks for a reason.')).toBeNull();
  act(() => store.setState({ filter: 'a reason' }));
  expect((await screen.findByText('a reason')).closest('p')?.textContent).toBe(
    'in the thinking: The user asks for a reason.',
  );
});

describe('a long text', () => {
  const lines = (count: number, word: string) =>
    Array.from({ length: count }, (_, line) => `${word} ${line}`).join('\n');
  const long = JSON.stringify({
    messages: [
      { role: 'user', content: 'Write it' },
      { role: 'assistant', content: lines(2_000, 'line') },
    ],
  });

  test('is there with its first lines and the length of the rest, and Enter shows all of it', async () => {
    const store = await showPanel(<TranscriptPanel />, { text: long, view: { turn: 1 } });
    const grid = screen.getByRole('grid', { name: 'Turns' });
    const row = await screen.findByRole('row', { name: /^turn 1, agent/ });
    expect(row.textContent).toContain('line 0\nline 1\n');
    expect(row.textContent).not.toContain('line 1999');
    // 2 000 lines: the word and a blank are 5 characters, then 1 to 4 digits, and a line break between two.
    const length = 2_000 * 5 + 10 + 90 * 2 + 900 * 3 + 1_000 * 4 + 1_999;
    expect(within(row).getByRole('button', { name: /^Show all/ }).textContent).toBe(
      `Show all · ${(length - 1_500).toLocaleString('en').replace(',', '\u2009')} more characters`,
    );
    grid.focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => row.textContent).toContain('line 1999');
    await userEvent.click(within(row).getByRole('button', { name: 'Show less' }));
    await expect.poll(() => row.textContent).not.toContain('line 1999');
    expect(store.getState().turn).toBe(1);
  });
});

test('the menu of the cursor’s row copies its call, and goes to the turn that asked for it', async () => {
  giveDialogs();
  const { grid, store } = await turns({ turn: 3 });
  const user = userEvent.setup();
  grid.focus();
  await user.keyboard('{Shift>}{F10}{/Shift}');
  await user.click(await screen.findByRole('menuitem', { name: 'Copy the call as JSON', hidden: true }));
  await expect
    .poll(async () => JSON.parse((await navigator.clipboard.readText()) || 'null') as unknown)
    .toEqual({
      name: 'refund',
      arguments: { amount: 40, recipient: 'customer-1' },
      result: { refunded: 40 },
    });
  await user.click(within(grid).getByRole('button', { name: 'Actions for turn 3' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Go to the turn that asked for it', hidden: true }));
  await expect.poll(() => store.getState().turn).toBe(1);
});

test('keys and clicks move the one cursor', async () => {
  const { grid, store } = await turns();
  grid.focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(store.getState().turn).toBe(2);
  await userEvent.click(within(grid).getByText('Done, all refunded.'));
  expect(store.getState().turn).toBe(4);
});

test('a filter shows the turns where it holds, with their number out of all', async () => {
  const { grid } = await turns();
  await userEvent.click(screen.getByRole('textbox', { name: 'Find text or filter turns' }));
  await userEvent.paste('context.capabilities.refund.count_successful > 0');
  expect(await screen.findByText('CEL: 3 of 5 turns')).toBeTruthy();
  expect(within(grid).queryByText('Please refund my orders')).toBeNull();
  expect(grid.getAttribute('aria-rowcount')).toBe('4');
});

test('in a filtered list, the row of the cursor’s own turn alone is selected, and keys go on from the cursor', async () => {
  const { grid, store } = await turns();
  act(() => {
    store.getState().actions.moveCursor(4);
    store.setState({ filter: '"customer-"' });
  });
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('3');
  expect(within(grid).queryByRole('row', { selected: true })).toBeNull();
  grid.focus();
  await userEvent.keyboard('{ArrowUp}');
  expect(store.getState().turn).toBe(3);
  expect(await within(grid).findByRole('row', { selected: true })).toBeTruthy();
});

test('a filter says at how many turns it is unknown', async () => {
  const { store } = await turns();
  act(() => store.setState({ filter: 'context.llm.tokens.total > 1000' }));
  expect(await screen.findByText(/^CEL: 0 of 5 turns; \d unknown$/)).toBeTruthy();
  expect(await screen.findByText(/^It is unknown at \d turns, because the recording lacks/)).toBeTruthy();
});

test('a text in quotes selects the turns that contain it', async () => {
  const { grid, store } = await turns();
  act(() => store.setState({ filter: '"2400"' }));
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('2');
  expect(within(grid).getByText('refund')).toBeTruthy();
});

test('a text is found among the other turns: matches are marked, and the line says which of them the cursor is at', async () => {
  const { grid, store } = await turns();
  const box = screen.getByRole('textbox', { name: 'Find text or filter turns' });
  await userEvent.click(box);
  await userEvent.paste('CUSTOMER-');
  expect(await screen.findByText('text: in 2 turns')).toBeTruthy();
  expect(grid.getAttribute('aria-rowcount')).toBe('6');
  expect([...grid.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['customer-', 'customer-']);
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('text: 1 of 2')).toBeTruthy();
  expect(store.getState().turn).toBe(2);
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('text: 2 of 2')).toBeTruthy();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('text: 1 of 2')).toBeTruthy();
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
  expect(await screen.findByText('text: 2 of 2')).toBeTruthy();
  expect(document.activeElement).toBe(box);
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(grid);
});

test('a match that its row does not show is there with the words around it', async () => {
  const text = JSON.stringify([
    { role: 'user', content: 'Write' },
    { role: 'assistant', content: `${'word '.repeat(2_000)}a needle at the end` },
  ]);
  await showPanel(<TranscriptPanel />, { text, view: { turn: 0, filter: 'needle' } });
  const match = await screen.findByText('needle');
  expect(match.tagName).toBe('MARK');
  expect(match.closest('p')?.textContent).toMatch(/^in the message: … .*word word a needle at the end$/);
});

test('an invalid filter shows its problem, and all turns stay', async () => {
  const { grid } = await turns();
  const box = screen.getByRole('textbox', { name: 'Find text or filter turns' });
  await userEvent.click(box);
  await userEvent.paste('context. >');
  await expect.poll(() => box.getAttribute('aria-invalid')).toBe('true');
  expect(grid.getAttribute('aria-rowcount')).toBe('6');
});

test('a filter with errors shows their number and the first message', async () => {
  await turns();
  const box = screen.getByRole('textbox', { name: 'Find text or filter turns' });
  await userEvent.click(box);
  await userEvent.paste('kindd == "x"');
  const said = screen.getByRole('status', { name: 'Find' });
  await expect.poll(() => said.textContent).toMatch(/^error at 5 turns: .*kindd/);
  expect(box.getAttribute('aria-invalid')).toBe('true');
});

test('Enter leaves the filter for the first turn that matches; Escape and the button clear it and go to the turns', async () => {
  const { grid, store } = await turns();
  const box = screen.getByRole('textbox', { name: 'Find text or filter turns' });
  await userEvent.click(box);
  await userEvent.paste('context.capabilities.refund.count_successful > 1');
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(grid);
  await expect.poll(() => store.getState().turn).toBe(3);
  await userEvent.click(box);
  await userEvent.keyboard('{Escape}');
  expect(store.getState().filter).toBe('');
  expect(document.activeElement).toBe(grid);
  await userEvent.click(box);
  await userEvent.paste('true');
  await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
  expect(store.getState().filter).toBe('');
  expect(document.activeElement).toBe(grid);
});

describe('a live session', () => {
  const opened = { source: 'l1', importer: 'openai-chat', importerTitle: 'Chat', bytes: 9, sessions: [] };
  const live = (state: LiveState): Partial<View> => ({
    session: { kind: 'source', source: 'l1', entry: 0 },
    sources: [{ name: 'demo', opened, live: liveReport({ state }) }],
  });

  test('says that it is followed; turns that came since the user looked elsewhere bring them back', async () => {
    const { store } = await turns({ ...live('connected'), turn: 'newest' });
    expect(await screen.findByText('following')).toBeTruthy();
    act(() => store.setState({ turn: 1, away: { seen: 3, hasScrolled: false } }));
    await userEvent.click(await screen.findByRole('button', { name: /^2 new turns/ }));
    expect(store.getState().turn).toBe('newest');
    expect(await screen.findByText('following')).toBeTruthy();
  });

  test('its view can be paused, which is visible, and resumed', async () => {
    const { store } = await turns({ ...live('connected'), turn: 'newest' });
    await userEvent.click(await screen.findByRole('button', { name: 'Pause the view; records still arrive' }));
    expect(screen.getByText('View paused')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Resume the view' }));
    expect(screen.queryByText('View paused')).toBeNull();
    expect(store.getState().turn).toBe('newest');
  });

  test('shows a call without a result as pending until the stream ends', async () => {
    const calls = [{ id: 'call_0', type: 'function', function: { name: 'refund', arguments: '{"amount": 40}' } }];
    const messages = [
      { role: 'user', content: 'Refund it' },
      { role: 'assistant', content: null, tool_calls: calls },
    ];
    const text = JSON.stringify({ messages });
    const store = await showPanel(<TranscriptPanel />, { text, view: { ...live('connected'), turn: 'newest' } });
    expect(await screen.findByText('pending')).toBeTruthy();
    act(() => store.setState(live('ended')));
    expect(screen.getByText('no result')).toBeTruthy();
  });

  test('offers nothing to follow once it has ended', async () => {
    await turns({ ...live('ended'), turn: 'newest' });
    expect(screen.queryByText('following')).toBeNull();
    expect(screen.queryByRole('button', { name: /Pause/ })).toBeNull();
  });
});
