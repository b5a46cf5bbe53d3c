import { expect, test } from './test.ts';

/** A sample of langchain_adk with a coordinator and two sub-agents. */
const sample = '/#v=3&sample=card-handed-on';

test('each derived context shows its own verdicts, and leads to its turns', async ({ page, workbench }) => {
  await workbench.open(sample);
  await workbench.turns.focus();
  await page.keyboard.press('X');
  const contexts = page.getByRole('tree', { name: 'Contexts', exact: true });
  await expect(contexts).toBeFocused();
  await expect(page).toHaveURL(/view=contexts/);
  await expect(workbench.derivedContexts).toHaveCount(1);

  // The rule judges each turn in one context, so their counts add up to those of the session.
  const lines = contexts.getByRole('treeitem');
  await expect(lines.first()).toHaveAccessibleName(/fires at \d+ of \d+ eligible/);
  const names = await lines.evaluateAll((all) => all.map((line) => line.getAttribute('aria-label') ?? ''));
  const fires = names.map((name) => Number(/fires at (\d+)/.exec(name)?.[1] ?? 0));
  expect(fires.reduce((sum, count) => sum + count, 0)).toBe(await workbench.count('fire'));

  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(lines.nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect.poll(() => workbench.cursor()).toBe(2);
  await workbench.expectAccessibleInBothColours();
});

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 420, height: 900 } });

  test('the contexts are a tab, and their tree is the page’s tree of derived contexts', async ({ page, workbench }) => {
    await page.goto(sample);
    await expect(workbench.ribbon()).toBeVisible();
    await page.getByRole('tab', { name: 'Contexts' }).click();
    await expect(workbench.derivedContexts.getByRole('treeitem')).toHaveCount(3);
    await workbench.expectAccessible();
  });
});
