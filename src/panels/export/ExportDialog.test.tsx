import { Blob as NodeBlob } from 'node:buffer';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { giveDialogs } from '../../ui/testing.ts';
import type { Rule } from '../../worker/protocol.ts';
import { endPanels, showPanel } from '../testing.tsx';
import { ExportDialog } from './ExportDialog.tsx';

beforeAll(giveDialogs);
beforeEach(() => {
  vi.stubGlobal('Blob', NodeBlob);
});
afterEach(endPanels);
afterEach(() => {
  vi.unstubAllGlobals();
});

const call = (id: string, name: string, args: object) => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(args) },
});

const text = JSON.stringify({
  messages: [
    { role: 'user', content: 'I am ann.meier@acme-corp.io, my card is 4111 1111 1111 1111.' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [call('a', 'refund', { amount: 1200, to: 'ann.meier@acme-corp.io', memo: 'falcon' })],
    },
    { role: 'tool', tool_call_id: 'a', content: '{"ok": true}' },
    { role: 'assistant', content: 'Done.' },
  ],
});
const rule: Rule = { expression: 'input.amount <= 1000', hook: 'middleware.before', match: 'refund' };

async function shown(ownRule: Rule | null = rule) {
  const done = vi.fn<() => void>();
  await showPanel(<ExportDialog onClose={done} />, { text, view: { ownRule } });
  const preview = await screen.findByLabelText('Text that leaves');
  const verdicts = () => screen.getByRole('status', { name: 'Verdicts on what leaves' }).textContent;
  return { done, preview: () => screen.queryByLabelText('Text that leaves') ?? preview, verdicts };
}

test('what leaves is shown with its stand-ins, and that the verdicts stay', async () => {
  const { preview, verdicts } = await shown();
  await expect.poll(verdicts).toBe('Verdicts of the rule unchanged at all 4 turns.');
  expect(preview().textContent).not.toContain('ann.meier');
  expect(preview().textContent).not.toContain('4111');
  expect(within(preview()).getAllByRole('mark').length).toBeGreaterThan(3);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'E-mail addresses' }).checked).toBe(true);
  expect(screen.getByText(/^None found: keys, tokens and passwords/)).toBeTruthy();
});

test('a kind can be shown, names and fields can be hidden', async () => {
  const user = userEvent.setup();
  const { preview } = await shown();
  await user.click(screen.getByRole('checkbox', { name: 'E-mail addresses' }));
  await expect.poll(() => preview().textContent).toContain('ann.meier@acme-corp.io');
  await user.type(screen.getByRole('textbox', { name: /^Names and words/ }), 'falcon, Meier');
  await expect.poll(() => preview().textContent).not.toContain('meier');
  expect(preview().textContent).not.toContain('falcon');
  await user.type(screen.getByRole('textbox', { name: /^Fields/ }), 'input.amount');
  await expect.poll(() => preview().textContent).not.toContain('1200');
});

test('a verdict that changes is reported with what to show again', async () => {
  const { verdicts } = await shown({ ...rule, expression: 'input.to != "ann.meier@acme-corp.io"' });
  await expect
    .poll(verdicts)
    .toBe('Verdicts of the rule differ at 1 of 4 turns. Turn 2: fire here, pass there. Show again: e-mail addresses.');
});

test('the smallest session in which the rule fires holds only what the rule reads', async () => {
  const { preview } = await shown();
  await userEvent.click(screen.getByRole('radio', { name: 'The smallest session in which a rule fires' }));
  await expect.poll(() => preview().textContent).toContain('"args":{"amount":1200}');
  expect(preview().textContent).not.toContain('falcon');
});

test('each replaced value leads to its place in the text', async () => {
  const user = userEvent.setup();
  const { preview } = await shown();
  await user.click(await screen.findByRole('button', { name: /^\d replaced$/ }));
  const list = screen.getByRole('list', { name: 'Replaced values' });
  const [, second] = within(list).getAllByRole('button');
  expect(list.textContent).toContain('ann.meier@acme-corp.io');
  if (second !== undefined) await user.click(second);
  await expect.poll(() => preview().querySelector('[data-wanted]')).not.toBeNull();
});

test('the saved file is the text of the preview', async () => {
  const saved: Blob[] = [];
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: (blob: Blob) => (saved.push(blob), 'blob:x'), revokeObjectURL: () => {} }),
  );
  const { done, preview, verdicts } = await shown();
  await expect.poll(verdicts).toContain('unchanged');
  await userEvent.click(screen.getByRole('button', { name: 'Save as file' }));
  await expect.poll(() => done.mock.calls.length).toBe(1);
  expect(await saved[0]?.text()).toBe(preview().textContent);
});

test('without a rule nothing is proved, and it is said', async () => {
  const { verdicts } = await shown(null);
  await expect.poll(verdicts).toBe('There is no rule yet, so no verdict can change.');
  expect(screen.queryByRole('radio', { name: /^The smallest/ })).toBeNull();
});
