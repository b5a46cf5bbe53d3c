import { expect, test } from './test.ts';
import { pasted } from './workbench.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('a link carries session, rule, policy and turn to another browser, and stays one after a reload', async ({
  page,
  workbench,
  browser,
}) => {
  await workbench.open();
  await workbench.paste(pasted('task-context.py.txt'));
  await expect(workbench.sessions).toContainText('refund-desk');
  await workbench.paste(pasted('refund-policy.yaml'));
  await expect(page.getByText('Policy of refund-desk: 6 rules, 2 tests, no problems.')).toBeVisible();
  await workbench.write('input.amount <= 2000');
  await workbench.turns.focus();
  await page.keyboard.press('G');
  const turn = await workbench.cursor();
  await page.keyboard.press('S');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('status', { name: 'Length of the link' })).toContainText(
    'fits into a message of Slack',
  );
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(dialog).toBeHidden();
  const sent = await workbench.verdicts.innerText();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).not.toContain('lookup_order');

  const other = await browser.newPage();
  try {
    await other.goto(link);
    const sessions = other.getByRole('region', { name: 'Sessions' });
    await expect(sessions).toContainText('refund-desk');
    await expect(other.getByRole('region', { name: 'Policy', exact: true })).toContainText('refund before 1');
    await expect(other.getByRole('region', { name: 'Rule', exact: true })).toContainText('input.amount <= 2000');
    await expect(other.getByRole('status', { name: 'Verdicts' })).toHaveText(sent, { useInnerText: true });
    const slider = other.getByRole('region', { name: 'Timeline' }).getByRole('slider').first();
    await expect(slider).toHaveAttribute('aria-valuenow', String(turn));
    await other.reload();
    await expect(sessions).toContainText('refund-desk');
    await expect(slider).toHaveAttribute('aria-valuenow', String(turn));
    // Another link in the same tab; this one was cut off on its way.
    await other.evaluate((hash) => void (window.location.hash = hash), new URL(link).hash.slice(0, -40));
    await expect(other.getByText(/This link is cut off or changed/)).toBeVisible();
  } finally {
    await other.close();
  }
});

test('the rule of a sample is compared with no other one where its link is opened', async ({
  page,
  workbench,
  browser,
}) => {
  await workbench.open();
  const sent = await workbench.verdicts.innerText();
  await page.keyboard.press('S');
  await page.getByRole('dialog').getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const other = await browser.newPage();
  try {
    await other.goto(link);
    await expect(other.getByRole('status', { name: 'Verdicts' })).toHaveText(sent, { useInnerText: true });
    await expect(other.getByRole('button', { name: 'Revert' })).toHaveCount(0);
  } finally {
    await other.close();
  }
});
