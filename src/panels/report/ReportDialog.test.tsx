import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { giveDialogs } from '../../ui/testing.ts';
import { endPanels, refundsOf, showPanel } from '../testing.tsx';
import { ReportDialog } from './ReportDialog.tsx';

beforeEach(giveDialogs);
afterEach(endPanels);

const report = () => screen.getByRole('dialog', { name: 'Import report' });
const shown = (text: string) => showPanel(<ReportDialog onClose={() => {}} />, { text });

test('the report states what was read and what is missing in the recording', async () => {
  await shown(refundsOf(2400, 40));
  expect(report().textContent).toContain('5 turns (1 input, 2 llm, 2 capability)');
  expect(screen.getAllByRole('listitem').length).toBeGreaterThan(0);
});

test('a note’s place shows and hides its source lines', async () => {
  await shown(refundsOf(2400));
  const place = screen.getByRole('button', { name: 'messages[2]' });
  fireEvent.click(place);
  const source = await screen.findByRole('list', { name: 'Source at messages[2]' });
  expect(within(source).getByText(/"tool_call_id":"call_0"/).tagName).toBe('MARK');
  expect(place.getAttribute('aria-expanded')).toBe('true');
  fireEvent.click(place);
  expect(screen.queryByRole('list', { name: 'Source at messages[2]' })).toBeNull();
});

/** Three messages, each with a part that no format has. */
const strangeParts = JSON.stringify({
  messages: [1, 2, 3].map((n) => ({
    role: 'user',
    content: [
      { type: 'text', text: `message ${n}` },
      { type: 'hologram', hologram: n },
    ],
  })),
});

test('a note on several places names all of them', async () => {
  await shown(strangeParts);
  const note = screen.getByText(/3 content parts of an unknown kind/);
  fireEvent.click(within(note).getByRole('button', { name: '2 more' }));
  const further = screen.getByRole('list', { name: 'Further places' });
  expect(
    within(further)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['messages[1].content[1]', 'messages[2].content[1]']);
});

test('the places of a list are one tab stop; arrow keys move between them, and an open source text keeps its keys', async () => {
  await shown(strangeParts);
  const list = screen.getByText(/3 content parts of an unknown kind/).closest('ul');
  const stops = () => [...(list?.querySelectorAll('button') ?? [])].filter(({ tabIndex }) => tabIndex === 0);
  const here = () => document.activeElement?.textContent;
  expect(stops()).toHaveLength(1);
  stops()[0]?.focus();
  expect(here()).toBe('2 more');
  await userEvent.keyboard('{Enter}{End}');
  expect(here()).toBe('messages[2].content[1]');
  expect(stops().map(({ textContent }) => textContent)).toEqual(['messages[2].content[1]']);
  await userEvent.keyboard('{ArrowUp}{Enter}');
  expect(here()).toBe('messages[1].content[1]');
  const source = await screen.findByRole('list', { name: 'Source at messages[1].content[1]' });
  await userEvent.tab();
  expect(document.activeElement).toBe(source);
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(source);
  // Tab leaves the list instead of going to its next place.
  await userEvent.tab();
  expect(list?.contains(document.activeElement)).toBe(false);
});

const chatWithUnknownField = JSON.stringify({
  ...Object(JSON.parse(refundsOf(2400))),
  tariff: { shelf: 'third from the left' },
});
const leftOutText = async () => {
  const part = screen.getByRole('region', { name: 'Not in the session' });
  return (await within(part).findByText('third from the left')).parentElement?.textContent;
};

test('the file is compared with the session, and fields missing from it are named', async () => {
  await shown(chatWithUnknownField);
  expect(await leftOutText()).toContain('tariff.shelf');
});

test('that everything is in the session is only said where nothing was lost', async () => {
  const comparison = () => screen.getByRole('region', { name: 'Not in the session' });
  const whole = { role: 'user', content: 'hello' };
  await shown(JSON.stringify([whole, { role: 'assistant', content: 'hi' }]));
  expect(await within(comparison()).findByText(/^Everything else in the file is in the session\./)).toBeTruthy();
  endPanels();
  await shown(JSON.stringify([whole, { role: 'assistant', content: 'hi' }]).slice(0, -3));
  expect(screen.getByRole('region', { name: 'Lost' })).toBeTruthy();
  expect(await within(comparison()).findByText(/^No further value is missing/)).toBeTruthy();
  expect(comparison().textContent).not.toContain('is in the session.');
});

test('a large file is compared on demand', async () => {
  const opened = { source: 's1', importer: 'openai-chat', importerTitle: 'Chat', bytes: 200_000_000, sessions: [] };
  const sources = [{ name: 'large.json', opened }];
  await showPanel(<ReportDialog onClose={() => {}} />, { text: chatWithUnknownField, view: { sources } });
  fireEvent.click(screen.getByRole('button', { name: 'Compare the file with the session' }));
  expect(await leftOutText()).toContain('tariff.shelf');
});

test('of a thousand notes the first hundred are shown, and more on demand', async () => {
  const notes = Array.from({ length: 1200 }, (_, at) => ({
    severity: 'lost',
    code: 'x',
    message: `Part ${at} is gone.`,
  }));
  const file = {
    format: 'contextscope/session',
    version: 1,
    system: 'task',
    header: { title: 't' },
    events: [],
    notes,
  };
  await shown(JSON.stringify(file));
  const lost = screen.getByRole('region', { name: 'Lost' });
  expect(within(lost).getAllByRole('listitem')).toHaveLength(100);
  fireEvent.click(within(lost).getByRole('button', { name: /Show more/ }));
  expect(within(lost).getAllByRole('listitem')).toHaveLength(1100);
  expect(within(lost).getByRole('button').textContent).toContain('100 left');
  // The button disappears with the last notes: the focus moves to the first new one.
  within(lost).getByRole('button').focus();
  await userEvent.keyboard('{Enter}');
  expect(within(lost).queryByRole('button')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Part 1100 is gone. ');
});
