import { expect, test } from './test.ts';

test('the keyboard alone answers why a rule fired', async ({ page, workbench }) => {
  await workbench.open();
  await workbench.tabTo(workbench.ribbon());

  // To the first turn, then to the next one where the rule fires.
  await page.keyboard.press('Home');
  await expect.poll(() => workbench.cursor()).toBe(0);
  await page.keyboard.press('n');
  await expect.poll(() => workbench.spokenVerdict()).toMatch(/fires/);

  await page.keyboard.press('w');
  await expect(workbench.why.locator(':focus')).toBeVisible();
  await expect(workbench.why).toContainText(/false/);
});

test('arrows and j k move the same cursor everywhere', async ({ page, workbench }) => {
  await workbench.open();
  await workbench.ribbon().focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => workbench.cursor()).toBe(1);

  await page.keyboard.press('j');
  await expect.poll(() => workbench.cursor()).toBe(2);
  await page.keyboard.press('k');
  await expect.poll(() => workbench.cursor()).toBe(1);
  await expect(workbench.turns.getByRole('row', { selected: true })).toHaveAttribute('aria-rowindex', /^\d+$/);
});

test('the keys stand down while the rule is being written', async ({ page, workbench }) => {
  await workbench.open();
  const before = await workbench.cursor();
  await workbench.write('true');
  await workbench.expression.focus();
  await page.keyboard.press('End');
  await page.keyboard.type(' || jk');

  await workbench.expectRule('true || jk');
  expect(await workbench.cursor()).toBe(before);
});
