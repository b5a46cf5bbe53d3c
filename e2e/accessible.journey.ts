import { expect, test } from './test.ts';
import { pasted } from './workbench.ts';

test('the first screen is accessible with every inspector view', async ({ workbench }) => {
  await workbench.open();
  await workbench.expectAccessibleInBothColours();
  for (const tab of ['State', 'Call', 'Changes', 'Tokens', 'Raw']) {
    await workbench.tab(tab).click();
    await expect(workbench.inspector.getByRole('tabpanel')).toBeVisible();
    await workbench.expectAccessibleInBothColours();
  }
});

test('a faulty rule is accessible', async ({ workbench }) => {
  await workbench.open();
  await workbench.write('input.amount <');
  await expect(workbench.problems).toContainText(/error: .+/);
  await workbench.expectAccessibleInBothColours();

  // A one-digit value is a button as well. Typing over the sample's rule ended its choice of a tool.
  await workbench.write('context.capabilities.send_money.count_successful == 9');
  await workbench.expectCount('fire', 6);
  await workbench.expectAccessibleInBothColours();
});

test('a pasted session and its report are accessible', async ({ page, workbench }) => {
  await workbench.open();
  await workbench.paste(pasted('task-context.py.txt'));
  await expect(workbench.sessions).toContainText('refund-desk');
  // The message disappears unless it is hovered.
  const toReport = page.getByRole('button', { name: 'Import report' });
  await toReport.hover();
  await workbench.expectAccessibleInBothColours();

  await toReport.click();
  await expect(workbench.importReport).toBeVisible();
  await workbench.expectAccessibleInBothColours();
});

test('the palette and the list of keys are accessible', async ({ page, workbench }) => {
  await workbench.open();
  await page.keyboard.press('ControlOrMeta+K');
  await expect(page.getByRole('dialog')).toBeVisible();
  await workbench.expectAccessibleInBothColours();
  await page.keyboard.type('no such command');
  await expect(page.getByRole('option', { name: 'No command, turn, session or text matches.' })).toBeVisible();
  await workbench.expectAccessibleInBothColours();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Keys' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await workbench.expectAccessibleInBothColours();
});

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 420, height: 900 } });

  test('the regions become tabs, the ribbon stays, and the page is accessible', async ({ page, workbench }) => {
    await page.goto('/');
    await expect(workbench.ribbon()).toBeVisible();
    await expect(page.getByRole('tab').first()).toBeVisible();
    await workbench.expectAccessible();
    // The hidden texts beside a list's signs must not make the page longer.
    await page.setViewportSize({ width: 420, height: 480 });
    await page.getByRole('tab', { name: 'Sessions' }).click();
    await expect(workbench.sessions.getByText('no eligible turn').last()).toBeAttached();
    await workbench.expectAccessible();
  });
});
