import { expect, test } from './test.ts';

test('reload keeps session, turn, hook, rule and tab', async ({ page, workbench }) => {
  await workbench.open();
  const firstSession = await workbench.shownSession();
  await workbench.chooseSample(1);
  await expect.poll(() => workbench.shownSession()).not.toBe(firstSession);
  const session = await workbench.shownSession();

  await workbench.chooseHook('turn');
  await workbench.write('context._history.turn_count < 3');
  await workbench.ribbon().focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => workbench.cursor()).toBe(1);
  await workbench.tab('Raw').click();
  await expect(workbench.tab('Raw')).toHaveAttribute('aria-selected', 'true');
  // At once, before the address is updated.
  await page.reload();
  await workbench.ready();

  await expect.poll(() => workbench.shownSession()).toBe(session);
  await expect.poll(() => workbench.cursor()).toBe(1);
  await workbench.expectRule('context._history.turn_count < 3');
  await workbench.expectHook('turn');
  await expect(workbench.tab('Raw')).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL(/turn=1&tab=raw/);
});
