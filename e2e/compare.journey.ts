import { expect, test } from './test.ts';

const chat = (answer: string, amount: number) =>
  JSON.stringify({
    messages: [
      { role: 'user', content: 'Refund order A-1, please.' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'a',
            type: 'function',
            function: { name: 'refund', arguments: JSON.stringify({ order: 'A-1', amount }) },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: 'ok' },
      { role: 'assistant', content: answer },
    ],
  });

test('two sessions are compared by keyboard: where they part, what differs, and what the rule does in each', async ({
  page,
  workbench,
}) => {
  await workbench.open();
  await workbench.paste(chat('Done.', 40));
  await expect.poll(() => workbench.turnCount()).toBe(4);
  await workbench.paste(chat('Done, I refunded more.', 1200));
  await expect(workbench.sessions.getByText('pasted text', { exact: true })).toHaveCount(2);
  await workbench.turns.focus();
  await page.keyboard.press('=');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const compared = page.getByRole('region', { name: 'Compare', exact: true });
  await expect(compared.getByRole('row').nth(3)).toBeVisible();
  await expect(compared).toContainText('1200');
  await expect(compared).toContainText('40');
  await expect(compared).toContainText('Same until turn 2; then 2 changed.');
  await expect(workbench.timeline).toContainText('2 differ');

  const handle = compared.getByRole('separator', { name: 'Resize chosen row' });
  await handle.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  const size = await handle.getAttribute('aria-valuenow');
  const views = page.getByRole('tablist', { name: 'Main views' });
  await views.getByRole('tab', { name: 'Transcript' }).click();
  await views.getByRole('tab', { name: 'Compare' }).click();
  await expect(handle).toHaveAttribute('aria-valuenow', size ?? '');
  expect(size).not.toBe('62');

  const judged = await workbench.ruleText();
  await compared.getByRole('button', { name: 'Swap' }).click();
  await expect(compared).toContainText(/amount: 40.*amount: 1200/s);
  // Another rule is suggested for this session, but the same one must be judged in both.
  await workbench.expectRule(judged);
  await compared.getByRole('button', { name: 'Stop' }).click();
  await expect(compared).toBeHidden();
  await expect(workbench.turns).toBeVisible();
});
